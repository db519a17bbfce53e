/**
 * The spine on Postgres: the contract. Implemented by `openStore(sql, …)` in this folder.
 *
 * Runs are streams. Each run has one head row (size, link, Merkle frontier, fence, state). An append is one statement:
 * compare-and-set on the head under the caller's fence, then the events. The database recomputes leaves and links itself
 * and refuses UPDATE, DELETE and TRUNCATE on history for everybody.
 */
import type { Signer } from '../keys.ts';
import type { Recorder } from '../recorder.ts';
import type { Content } from '../content.ts';
import type { TierMix } from '../verdicts.ts';
import type { Tier } from '../vocabulary.ts';
import type { Audit } from './audit-finding.ts';

export type { Signer };

export interface Head {
  readonly run: string;
  readonly workspace: string;
  readonly state: 'open' | 'sealed';
  /** Number of events. */
  readonly size: number;
  /** 32 bytes; 32 zero bytes before the first event. */
  readonly link: Uint8Array;
  /** Fencing token: grows with every takeover. */
  readonly fence: bigint;
  readonly openedAt: Date;
  readonly sealedAt: Date | null;
  /** 32 bytes, once sealed. */
  readonly root: Uint8Array | null;
  /** COSE_Sign1 bytes, once sealed. */
  readonly checkpoint: Uint8Array | null;
  /** Once sealed. */
  readonly mix: TierMix | null;
}

/** One event as stored. `canonical` is the evidence; the rest is an index rebuilt from it. */
export interface StoredEvent {
  readonly seq: number;
  readonly canonical: Uint8Array;
  readonly leaf: Uint8Array;
  readonly link: Uint8Array;
  readonly type: string;
  readonly tier: Tier;
  readonly time: bigint;
}

export interface RunWriter extends Recorder {
  readonly fence: bigint;
  /** Size after everything acknowledged so far. */
  readonly size: number;
  /**
   * Appends provenance.mix, signs the head and closes the run, in one transaction. Idempotent: sealing a sealed run
   * returns the seal it has.
   */
  seal(signer: Signer, options?: { lost?: number }): Promise<Head>;
}

/** Kept in the place of erased content. */
export interface Erasure {
  /** Principal who decided it. */
  readonly by: string;
  readonly reason: string;
  readonly legalBasis: string;
}

export interface SpineStore {
  /**
   * Creates the head row, and announces the run to the ledger. `runseal.run_exists` when there is one. `goalCommitment` is
   * the salted commitment to the goal (32 bytes) that stands in the run's first event, for the ledger. `tx` runs it inside the caller's transaction.
   */
  openRun(run: { run: string; workspace: string; goalCommitment?: Uint8Array }, tx?: unknown): Promise<Head>;
  /** `runseal.run_unknown` when there is none. */
  head(run: string): Promise<Head>;
  /** Takes the run over: bumps the fence, so that any earlier writer is refused from now on. */
  takeOver(run: string): Promise<RunWriter>;
  /** Events with seq > after, in order. limit at most 10,000. */
  events(run: string, range: { after: number; limit: number }): Promise<readonly StoredEvent[]>;
  /** All events in order, in pages, without holding them all. */
  scan(run: string, range?: { after?: number; upTo?: number }): AsyncIterable<StoredEvent>;
  /** null when never stored or erased; `erased` tells which. */
  content(run: string, commitment: Uint8Array): Promise<{ content: Content | null; erased: boolean }>;
  /** All content of a run that still exists. */
  contents(run: string): AsyncIterable<Content>;
  /**
   * Removes salt and bytes of content for ever and keeps a tombstone; the record still verifies. Answers how many were
   * erased now. The `content.erased` event is the caller's to append.
   */
  erase(run: string, commitments: readonly Uint8Array[], why: Erasure): Promise<number>;
  /** The sealed record's bytes, streamed (Provetrail container). `runseal.not_sealed` before the seal. */
  record(run: string): AsyncIterable<Uint8Array>;
  /** Some events of a sealed run with proof of their places (see `slice/`). `seqs` increase. `record.index_out_of_range`. */
  slice(run: string, seqs: readonly number[]): Promise<Uint8Array>;
  /** Inclusion proof of one event of a sealed run, O(log n) reads (RECORD, "Event proof"). */
  eventProof(run: string, seq: number): Promise<Uint8Array>;
  /**
   * Holds every stored row of the run against the run's own bytes (see `audit.ts`). `runseal.run_unknown`; the reason of the
   * signal once it is aborted.
   */
  audit(run: string, options?: { readonly signal?: AbortSignal }): Promise<Audit>;
  /** Calls back soon after events were appended to the run; may call back for nothing; never misses one for good. */
  watch(run: string, onChange: () => void): Promise<() => Promise<void>>;
}
