import type { Report, TrustedKey } from '@runseal/spine';
import type { Beside } from './beside.ts';

/** What the page hands the worker. */
export interface VerifyRequest extends Beside {
  /** The record, as it was downloaded or dropped: handed over, not copied. */
  readonly record: Uint8Array<ArrayBuffer>;
  /** Keys the reader trusts, with their marks. */
  readonly keys: readonly TrustedKey[];
}

/** What the worker says. */
export type VerifyMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'verified'; readonly report: Report; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly sentence: string };
