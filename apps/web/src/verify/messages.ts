import type { Report } from '@runseal/spine';
import type { Beside } from './beside.ts';

/** What the page hands the worker. */
export interface VerifyRequest extends Beside {
  /** The record, as it was downloaded or dropped: handed over, not copied. */
  readonly record: Uint8Array<ArrayBuffer>;
  /** Public keys the reader trusts, 32 bytes each. */
  readonly keys: readonly Uint8Array[];
}

/** What the worker says. */
export type VerifyMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'verified'; readonly report: Report; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly sentence: string };
