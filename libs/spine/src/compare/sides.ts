/** What a comparison is given. */
import type { CborMap } from '../values.ts';

/** An event as far as the comparison needs it: a `SpineEvent` fits. */
export interface ComparedEvent {
  readonly seq: number;
  readonly type: string;
  readonly payload: CborMap;
}

export type Side = 'left' | 'right';

/** The content behind a commitment of that run's events, where it is still there. */
export type ContentLookup = (side: Side, commitment: Uint8Array) => Uint8Array | undefined;
