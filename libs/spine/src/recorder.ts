import type { EventDraft } from './event.ts';

/** What the spine answers once an event is durable. */
export interface Recorded {
  readonly seq: number;
  readonly type: string;
  /** Unix nanoseconds. */
  readonly time: bigint;
  /** 32 bytes. */
  readonly leaf: Uint8Array;
  /** 32 bytes. */
  readonly link: Uint8Array;
}

/**
 * The one way anything is written onto a run. `append` resolves only when the events and their content are durable, in
 * the order given and contiguous; concurrent calls are ordered, never interleaved within a call. It rejects with
 * `runseal.fenced` when another writer took the run over, `runseal.sealed` after the seal, `runseal.store_unavailable`
 * when the database could not be reached (then whether the events are durable is unknown until the run is read again).
 *
 * Events that all may wait (`mayWait`) become durable with the next append that has one that may not, or a moment later;
 * their place and their time are those of the call. Whoever awaits such an append waits that long.
 */
export interface Recorder {
  readonly run: string;
  append(...drafts: readonly EventDraft[]): Promise<readonly Recorded[]>;
  /** What may wait waits no longer: somebody needs it. Absent where nothing ever waits. */
  hurry?(): void;
}
