import { setTimeout as pause } from 'node:timers/promises';
import { equalBytes, toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { appendBatches } from './append-statement.ts';
import type { Sql } from './connect.ts';
import type { Joint } from './joint.ts';
import { hasCode, isUnavailable, mapped } from './error-map.ts';
import { appendInPieces, type Pieces } from './pieces.ts';
import { answered, RETRY_MS, withPatience, type Patience } from './patience.ts';
import type { HeadRow } from './rows.ts';
import type { Batch, Position } from './tip.ts';

export interface Held extends Patience {
  readonly sql: Sql;
  /** The appends of all writers of the store. */
  readonly joint: Joint;
  readonly run: string;
  readonly fence: bigint;
}

/**
 * Commits batches that follow each other, through an outage if need be. What is asked again is the same bytes from the
 * same place, and only after looking whether they are there, so nothing is lost and nothing doubled.
 */
export function commit(held: Held, batches: readonly Batch[]): Promise<void> {
  // The usual append, with as little as possible around it.
  return committed(
    held,
    () => held.joint.append(held.run, held.fence, batches),
    () => batches,
  );
}

/** The same for a long append, which becomes batches only on the way. What is asked again is asked whole. */
export function commitPieces(held: Held, pieces: Pieces): Promise<void> {
  return committed(
    held,
    () => appendInPieces(held.sql, held.run, held.fence, pieces),
    () => pieces.whole(),
  );
}

async function committed(held: Held, first: () => Promise<unknown>, batches: () => readonly Batch[]): Promise<void> {
  const until = performance.now() + held.patience;
  let again: readonly Batch[];
  try {
    await answered(held.answerLimit, first());
    return;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    again = batches();
    if (performance.now() >= until) throw error;
  }
  await pause(RETRY_MS);
  await withPatience({ ...held, patience: until - performance.now() }, () => commitAgain(held, again));
}

/** What was asked for before may have been carried out, and may be yet. */
async function commitAgain(held: Held, batches: readonly Batch[]): Promise<void> {
  const { before } = batches[0]!;
  const { after } = batches.at(-1)!;
  const landed = async () => (await landedOf(held, before, [after])) !== null;
  if (await landed()) return;
  try {
    await appendBatches(held.sql, held.run, held.fence, batches);
  } catch (error) {
    // The unanswered attempt may have arrived between our look and our second attempt.
    if (!(hasCode(error, 'runseal.conflict') && (await landed()))) throw error;
  }
}

/**
 * Which of several appends from the same place, whose answers never came, is on the run: its index, or null when the head
 * stands where it stood before. (One may still land later; then whatever else was appended from there is refused, never
 * doubled.) Otherwise the error that says who else wrote.
 */
export async function landedOf(held: Held, before: Position, after: readonly Position[]): Promise<number | null> {
  const { sql, run, fence } = held;
  const seqs = `{${after.map(({ size }) => size).join(',')}}`;
  const [head] = await mapped(sql<(HeadRow & { links: string | null })[]>`
    select h.*, (
      select string_agg(encode(e.link, 'hex'), ',') from spine.event e where e.run = h.run and e.seq = any(${seqs}::bigint[])
    ) as links
    from spine.head h where h.run = ${run}`);
  if (head === undefined) {
    throw new SpineError('runseal.run_unknown', `There is no run ${run}. This is not the database it was opened in.`);
  }
  const links = new Set(head.links?.split(','));
  const found = after.findIndex(({ link }) => links.has(toHex(link)));
  if (found >= 0) return found;
  if (head.state === 'sealed') {
    throw new SpineError('runseal.sealed', `Run ${run} is sealed. Nothing is added to a sealed run.`);
  }
  if (BigInt(head.fence) !== fence) {
    throw new SpineError(
      'runseal.fenced',
      `Run ${run} was taken over while the database was away. Stop writing to it.`,
    );
  }
  if (Number(head.size) === before.size && equalBytes(head.link, before.link)) return null;
  throw new SpineError(
    'runseal.conflict',
    `Run ${run} stands elsewhere than this writer left it. Read it, and take it over before writing.`,
  );
}
