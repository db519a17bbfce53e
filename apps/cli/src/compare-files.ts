import {
  alignCalls,
  comparisonOf,
  decodeEvent,
  decodeRecord,
  pairView,
  RunSeen,
  settle,
  SpineError,
  toHex,
  verifyRecord,
  type DispatchPair,
  type Report,
  type RunComparison,
  type Side,
  type VerifyOptions,
} from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { stat } from 'node:fs/promises';
import { CliError, EXIT } from './errors.ts';
import { readContentDigests, type ContentDigests } from './files/content-digests.ts';
import { contentBeside } from './files/contents.ts';
import { requireRecord, requireRecordBytes } from './files/kind.ts';
import { MOST_HELD, pieces, readBytes } from './files/read.ts';
import { madeOf, type MadeList } from './made-list.ts';
import { passRecord } from './passing-record.ts';

export interface FileComparison extends Omit<RunComparison, 'dispatches'> {
  readonly dispatches: MadeList<DispatchPair>;
  /** Each record's own report under the keys given: a comparison says nothing about records that do not verify. */
  readonly reports: { readonly left: Report; readonly right: Report };
}

export type CompareOptions = Pick<VerifyOptions, 'keyring' | 'onProgress' | 'signal'>;

/** What is kept of a record that went by. */
interface Passed {
  readonly run: RunSeen;
  readonly report: Report;
}

/**
 * Compares two record files without any server; content exported beside them is used where its commitment holds. Each file
 * goes by once, piece by piece, and is verified at the same time: of a run its calls are kept, and of their contents the
 * digests. A record is held whole only where it cannot be taken apart, to say why, or comes through a pipe. Throws CliError
 * `file_is_zip`, `file_is_slice`, `not_a_record`, or with the code of what ails a record that cannot be read.
 */
export async function compareFiles(left: string, right: string, options: CompareOptions): Promise<FileComparison> {
  const sides = { left: await readSide(left, options), right: await readSide(right, options) };
  const pairs = alignCalls(sides.left.run.calls, sides.right.run.calls);
  for (const pair of pairs) settle(pair, (side, commitment) => sides[side].digests.get(toHex(commitment)));
  const runs: Record<Side, RunSeen> = { left: sides.left.run, right: sides.right.run };
  const { mixes, gaps, enforcement, ...said } = comparisonOf(runs, pairs);
  const reports = { left: sides.left.report, right: sides.right.report };
  return { mixes, gaps, enforcement, dispatches: madeOf(pairs, pairView), ...said, reports };
}

async function readSide(file: string, options: CompareOptions): Promise<Passed & { readonly digests: ContentDigests }> {
  const passed = await readRun(file, { ...options, hasher: nodeHasher });
  return { ...passed, digests: await readContentDigests(contentBeside(file), contentsOf(passed.run)) };
}

async function readRun(file: string, options: VerifyOptions): Promise<Passed> {
  await requireRecord(file);
  const about = await stat(file).catch(() => null);
  // A pipe can be read once only, and what ails a record is told better by a second look.
  if (about?.isFile() !== true) return readWhole(file, options);
  const run = new RunSeen();
  const { report, broken, unread } = await passRecord(pieces(file), (event) => run.see(event), options);
  const ails = broken ?? unread;
  if (ails === null) return { run, report };
  return about.size > MOST_HELD ? unreadable(file, ails.cause) : readWhole(file, options);
}

async function readWhole(file: string, options: VerifyOptions): Promise<Passed> {
  const bytes = await readBytes(file);
  requireRecordBytes(file, bytes);
  const report = await verifyRecord(bytes, options);
  const run = new RunSeen();
  try {
    for (const canonical of decodeRecord(bytes).events) run.see(decodeEvent(canonical));
  } catch (cause) {
    return unreadable(file, cause);
  }
  return { run, report };
}

/** Commitments (hex) of the contents that are compared. */
function* contentsOf({ calls }: RunSeen): Generator<string> {
  for (const call of calls)
    for (const { commitment } of [call.arguments, call.result]) if (commitment !== null) yield commitment;
}

function unreadable(file: string, cause: unknown): never {
  if (!(cause instanceof SpineError)) throw cause;
  throw new CliError(
    cause.code,
    `${file} is not a readable record: ${cause.message}. Look closer with runseal verify.`,
    { exitCode: EXIT.failed, cause },
  );
}
