/** The tool calls of two runs, aligned by order, action and scope. */
import { equalBytes } from '../bytes.ts';
import type { ComparedEvent, ContentLookup, Side } from './sides.ts';
import { dispatchesOf, type Dispatch } from '../dispatches.ts';
import { isMap } from '../values.ts';
import type { CborValue } from '../values.ts';
import { align } from './align.ts';

export type DispatchView = Pick<Dispatch, 'call' | 'seq' | 'action' | 'scope' | 'outcome'>;

export interface DispatchPair {
  readonly left: DispatchView | null;
  readonly right: DispatchView | null;
  /** Whether both have the same bytes; null when it cannot be said. */
  readonly sameArguments: boolean | null;
  readonly sameResult: boolean | null;
}

export function alignDispatches(
  left: readonly ComparedEvent[],
  right: readonly ComparedEvent[],
  content: ContentLookup,
): DispatchPair[] {
  const key = ({ action, scope }: Dispatch): string => JSON.stringify([action, scope]);
  return align(dispatchesOf(left), dispatchesOf(right), key).map(([ours, theirs]) => ({
    left: ours === null ? null : viewOf(ours),
    right: theirs === null ? null : viewOf(theirs),
    sameArguments: ours && theirs && sameContent(ours.arguments, theirs.arguments, content),
    sameResult: ours && theirs && sameContent(ours.result, theirs.result, content),
  }));
}

function viewOf({ call, seq, action, scope, outcome }: Dispatch): DispatchView {
  return { call, seq, action, scope, outcome };
}

function sameContent(
  left: CborValue | undefined,
  right: CborValue | undefined,
  content: ContentLookup,
): boolean | null {
  const sizes = { left: sizeOf(left), right: sizeOf(right) };
  // Other lengths are other bytes, even when the bytes themselves are gone.
  if (sizes.left !== null && sizes.right !== null && sizes.left !== sizes.right) return false;
  const bytes = { left: resolve('left', left, content), right: resolve('right', right, content) };
  return bytes.left === undefined || bytes.right === undefined ? null : equalBytes(bytes.left, bytes.right);
}

function resolve(side: Side, ref: CborValue | undefined, content: ContentLookup): Uint8Array | undefined {
  if (!isMap(ref)) return undefined;
  const { commitment } = ref;
  return commitment instanceof Uint8Array ? content(side, commitment) : undefined;
}

function sizeOf(ref: CborValue | undefined): number | null {
  if (!isMap(ref)) return null;
  const { bytes } = ref;
  return typeof bytes === 'number' ? bytes : null;
}
