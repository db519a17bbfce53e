/**
 * Claims: questions about a run that its record answers yes, no within what was observed, or cannot say. Absence is never
 * claimed over a surface that was not observed; the answer names the gap that forbids it.
 */
import type { CborMap } from '../values.ts';
import type { Surface } from '../vocabulary.ts';

export type Claim =
  | { readonly kind: 'tool_called'; readonly tool: string; readonly argumentsLike: string | null }
  | { readonly kind: 'path_touched'; readonly path: string }
  | { readonly kind: 'host_reached'; readonly host: string }
  | { readonly kind: 'finished_by_itself' };

export type AnswerKind = 'yes' | 'no_within_observed' | 'cannot_say';

export interface Answer {
  readonly claim: Claim;
  readonly answer: AnswerKind;
  /** How strongly: `enforced` events carry it, or only what the harness says; null when it cannot be said. */
  readonly strength: 'enforced' | 'attested' | null;
  /** For people. */
  readonly sentence: string;
  /** Seqs of the events that carry the answer, at most 100. */
  readonly events: readonly number[];
  /** What forbids or limits the answer: surfaces, and the seq of the gap that names each, where one does. */
  readonly blindSpots: readonly BlindSpot[];
}

export interface BlindSpot {
  readonly surface: Surface | 'arguments' | 'record';
  /** Seq of the provenance.gap; null when the enforcement profile leaves the surface open without a gap of its own. */
  readonly seq: number | null;
  readonly reason: string;
}

/** Bytes of a content by its commitment, already checked against it; undefined when erased or not at hand. */
export type ContentReader = (commitment: Uint8Array) => Uint8Array | undefined;

/** An event as far as a claim needs it: a `SpineEvent` fits. Its payload may be made only when it is asked for. */
export interface AskedEvent {
  readonly seq: number;
  readonly type: string;
  readonly payload: CborMap;
}

/**
 * A claim while the events of a run go by, in order: what the answer needs is kept, and nothing else. Its size grows with
 * what the answer names, never with what the events hold.
 */
export interface Inquiry {
  /** The content (by its commitment) that has to be read before this event is seen; null when none has. */
  wants(event: AskedEvent): WantedContent | null;
  see(event: AskedEvent, read: ContentReader): void;
  /** Once all events were seen. */
  answer(): Answer;
}

export interface WantedContent {
  /** 32 bytes. */
  readonly commitment: Uint8Array;
  /** How long it is, as the record says. */
  readonly bytes: number;
}
