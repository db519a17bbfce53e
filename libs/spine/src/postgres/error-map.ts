import { isError } from './any-error.ts';
import { SpineError, type SpineCode } from '../errors.ts';

/** SQLSTATEs of our own functions and triggers (libs/spine/sql). */
const CODES: Readonly<Record<string, { code: SpineCode; advice: string }>> = {
  RS001: { code: 'runseal.run_exists', advice: 'Choose another run id, or read the run that is there.' },
  RS002: { code: 'runseal.run_unknown', advice: 'Open the run first, or check its id.' },
  RS003: { code: 'runseal.fenced', advice: 'Another writer holds this run now; stop writing to it.' },
  RS004: { code: 'runseal.conflict', advice: 'Read the head again and take the run over before writing.' },
  RS005: { code: 'runseal.sealed', advice: 'Nothing is added to a sealed run; open a new one.' },
  RS006: { code: 'runseal.history_immutable', advice: 'Events are never changed or removed.' },
  RS007: { code: 'runseal.chain_broken', advice: 'Append through the store, which continues the chain.' },
  RS008: { code: 'runseal.bad_append', advice: 'This is a mistake in the program, not in the data.' },
  RS010: { code: 'runseal.held', advice: 'Nothing of it is erased or pruned until the hold is lifted.' },
  RS011: { code: 'runseal.not_held', advice: 'Read the holds of the run.' },
  RS012: { code: 'runseal.two_people', advice: 'Nothing is removed until then.' },
  RS013: { code: 'runseal.not_sealed', advice: 'Wait until the run is sealed.' },
  RS014: { code: 'runseal.prune_not_requested', advice: 'Ask for it first; somebody else then confirms it.' },
  '23505': { code: 'runseal.conflict', advice: 'Somebody wrote beside the head; read the run before writing to it.' },
  '23514': {
    code: 'runseal.hash_mismatch',
    advice: 'The database computed another hash from the same bytes; nothing was stored.',
  },
  '40001': { code: 'runseal.conflict', advice: 'Read the head again before writing.' },
  '40P01': { code: 'runseal.conflict', advice: 'Read the head again before writing.' },
  '42501': {
    code: 'runseal.not_permitted',
    advice: 'Run the migrations as the owner, and connect with the service role.',
  },
  '42P01': { code: 'runseal.not_migrated', advice: 'Run the migrations first.' },
  '3F000': { code: 'runseal.not_migrated', advice: 'Run the migrations first.' },
  '42883': { code: 'runseal.not_migrated', advice: 'Run the migrations first.' },
  '53100': {
    code: 'runseal.store_full',
    advice: 'The disk of the database is full; nothing of this write was stored. Free some space and write again.',
  },
};

/** The server says that it, or the connection, is going away, or is not yet there. */
const UNAVAILABLE = /^(08...|57P0[1-5]|53300|25006)$/;

/** Turns what the driver throws into a SpineError with a stable code; anything not known stays what it is. */
export function spineErrorOf(error: unknown): unknown {
  if (error instanceof SpineError || !isError(error)) return error;
  const { code } = error as { code?: unknown };
  const said = typeof code === 'string' ? code : error.name;
  const known = CODES[said];
  if (known !== undefined) return new SpineError(known.code, `${error.message}. ${known.advice}`, { cause: error });
  // What the server said of the statement is certain: it was not carried out. Everything else (the network, the driver)
  // leaves open whether it was.
  if (error.name === 'PostgresError' && !UNAVAILABLE.test(said)) return error;
  return new SpineError(
    'runseal.store_unavailable',
    `The database cannot be reached (${said}). Whether the last write is durable is unknown until the run is read again.`,
    { cause: error },
  );
}

/** Runs a query and maps what it throws. */
export async function mapped<T>(query: PromiseLike<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    throw spineErrorOf(error);
  }
}

export function hasCode(error: unknown, code: SpineCode): error is SpineError {
  return error instanceof SpineError && error.code === code;
}

export function isUnavailable(error: unknown): boolean {
  return hasCode(error, 'runseal.store_unavailable');
}
