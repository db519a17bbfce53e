/** Forks: a session that shares the beginning of another one, shown by what its first event commits to. */
import { equalBytes } from './bytes.ts';
import { GENESIS_LINK, linkHash } from './chain.ts';
import { SpineError, type SpineCode } from './errors.ts';
import { decodeEnvelope } from './event.ts';
import { HASH_BYTES, nobleHasher } from './hash.ts';
import type { Hasher } from './hash.ts';
import { leafHash, rootOf } from './merkle.ts';
import type { SealedRecord } from './record.ts';
import { isMap } from './values.ts';
import type { CborMap } from './values.ts';
import type { ForkPointPayload } from './vocabulary.ts';

export type ForkPoint = Readonly<ForkPointPayload>;

/** What comparing a child with its parent tells. Says nothing about seals: verify both records as well. */
export interface ForkReport {
  readonly state: 'pass' | 'fail' | 'absent';
  /** null on pass. */
  readonly code: SpineCode | null;
  readonly sentence: string;
  /** What the child commits to; null when it commits to nothing that can be read. */
  readonly point: ForkPoint | null;
}

/**
 * What the payload of `run.opened` says the run was forked from; null when it was not forked. Throws
 * `runseal.fork_invalid` when it says so in a way that cannot be read.
 */
export function forkPointOf(opened: CborMap): ForkPoint | null {
  const said = opened['forked_from'];
  if (said === undefined) return null;
  if (isMap(said)) {
    const { run, size, root, link } = said;
    if (typeof run === 'string' && typeof size === 'number' && size >= 1 && isHash(root) && isHash(link))
      return { run, size, root, link };
  }
  throw new SpineError('runseal.fork_invalid', 'The opening names a parent in a way that cannot be read.', { seq: 1 });
}

/**
 * Whether the child's prefix is the parent's: the first `size` events of the parent must have exactly the root and the
 * link the child's first event commits to. Hostile bytes give a report, never an exception.
 */
export function checkFork(child: SealedRecord, parent: SealedRecord, hasher: Hasher = nobleHasher): ForkReport {
  try {
    const point = forkPointOf(openingOf(child));
    if (point === null)
      return { state: 'absent', code: 'runseal.not_forked', sentence: 'The record names no parent.', point };
    return compare(point, parent, hasher);
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    return { state: 'fail', code: error.code, sentence: error.message, point: null };
  }
}

function compare(point: ForkPoint, parent: SealedRecord, hasher: Hasher): ForkReport {
  const fail = (code: SpineCode, sentence: string): ForkReport => ({ state: 'fail', code, sentence, point });
  const { run } = openingOf(parent);
  if (run !== point.run)
    return fail('runseal.fork_other_parent', `The record was forked from run ${point.run}; this is another run.`);
  if (point.size > parent.events.length)
    return fail(
      'runseal.fork_too_long',
      `The record shares ${point.size} events; the parent has ${parent.events.length}.`,
    );
  const leaves = parent.events.slice(0, point.size).map((canonical) => leafHash(canonical, hasher));
  const link = leaves.reduce((previous, leaf) => linkHash(previous, leaf, hasher), GENESIS_LINK);
  if (!equalBytes(rootOf(leaves, hasher), point.root) || !equalBytes(link, point.link))
    return fail(
      'runseal.fork_mismatch',
      `The first ${point.size} events of the parent are not the ones this record commits to.`,
    );
  const sentence = `The first ${point.size} events of run ${point.run} are exactly the ones this record continues.`;
  return { state: 'pass', code: null, sentence, point };
}

function openingOf({ events }: SealedRecord): CborMap {
  const [first] = events;
  const event = first === undefined ? null : decodeEnvelope(first);
  if (event?.type !== 'run.opened')
    throw new SpineError('runseal.not_opened', 'The first event does not open a run.', { seq: 1 });
  return event.payload;
}

function isHash(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === HASH_BYTES;
}
