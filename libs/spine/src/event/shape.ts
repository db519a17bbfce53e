import type { CborMap } from '../values.ts';
import type { Content } from '../content.ts';

export type Actor = 'agent' | 'human' | 'system';

/** One event as it stands on the spine (Provetrail event envelope). */
export interface SpineEvent {
  /** The run the event belongs to. */
  readonly stream: string;
  /** 1, 2, 3 … within the stream. */
  readonly seq: number;
  /** Unix nanoseconds, int64. Order is `seq`, never time. */
  readonly time: bigint;
  readonly type: string;
  readonly actor: Actor;
  readonly payload: CborMap;
  readonly schemaVersion: number;
  readonly causationId?: string;
  readonly principal?: string;
  readonly originInstanceId?: string;
  readonly traceId?: string;
  readonly spanId?: string;
}

/** An event of any producer, whose seq and schema version may use all of int64. */
export interface Envelope extends Omit<SpineEvent, 'seq' | 'schemaVersion'> {
  readonly seq: bigint;
  readonly schemaVersion: bigint;
}

/** An event before the spine gives it its stream, seq and (unless set) time. */
export interface EventDraft {
  readonly type: string;
  readonly actor: Actor;
  readonly payload: CborMap;
  /** Default 1. */
  readonly schemaVersion?: number;
  /** Unix nanoseconds; default: now. */
  readonly time?: bigint;
  readonly principal?: string;
  readonly causationId?: string;
  readonly traceId?: string;
  readonly spanId?: string;
  /** Content the payload refers to; stored in the same transaction as the event. */
  readonly contents?: readonly Content[];
  /** Nothing waits for it: it may be held back a moment to share the commit of what follows. Never part of the event. */
  readonly mayWait?: true;
}
