/** The tool calls of two runs, aligned by order, action and scope. */
import { equalBytes, fromHex } from '../bytes.ts';
import { align } from './align.ts';
import { targetOf, type Call, type NamedContent } from './calls.ts';
import type { ContentLookup, Side } from './sides.ts';

export interface DispatchView {
  readonly call: number;
  readonly seq: number;
  readonly action: string;
  readonly scope: string;
  readonly outcome: string;
}

export interface DispatchPair {
  readonly left: DispatchView | null;
  readonly right: DispatchView | null;
  /** Whether both have the same bytes; null when it cannot be said. */
  readonly sameArguments: boolean | null;
  readonly sameResult: boolean | null;
}

/** A pair as it is kept. What is not said of it yet is null. */
export interface CallPair {
  readonly left: Call | null;
  readonly right: Call | null;
  sameArguments: boolean | null;
  sameResult: boolean | null;
}

export const alignCalls = (left: readonly Call[], right: readonly Call[]): readonly CallPair[] =>
  align(left, right, ({ target }) => target).map(([ours, theirs]) => ({
    left: ours,
    right: theirs,
    sameArguments: null,
    sameResult: null,
  }));

/** Says of a pair what can be said with these contents. */
export function settle(pair: CallPair, content: ContentLookup): void {
  const { left, right } = pair;
  if (left === null || right === null) return;
  pair.sameArguments = sameContent(left.arguments, right.arguments, content);
  pair.sameResult = sameContent(left.result, right.result, content);
}

/** Commitments (hex) of the contents without which less could be said of a pair: those of the left run, those of the right. */
export function contentsToSettle({ left, right }: CallPair): Readonly<Record<Side, readonly string[]>> {
  const wanted: Record<Side, string[]> = { left: [], right: [] };
  if (left === null || right === null) return wanted;
  for (const kind of ['arguments', 'result'] as const) {
    const { [kind]: ours } = left;
    const { [kind]: theirs } = right;
    if (ours.commitment === null || theirs.commitment === null || haveOtherSizes(ours, theirs)) continue;
    if (isOneContent(ours, theirs)) continue;
    wanted.left.push(ours.commitment);
    wanted.right.push(theirs.commitment);
  }
  return wanted;
}

export const pairView = ({ left, right, sameArguments, sameResult }: CallPair): DispatchPair => ({
  left: left && viewOf(left),
  right: right && viewOf(right),
  sameArguments,
  sameResult,
});

function viewOf(of: Call): DispatchView {
  const { call, seq, outcome } = of;
  return { call, seq, ...targetOf(of), outcome };
}

function sameContent(left: NamedContent, right: NamedContent, content: ContentLookup): boolean | null {
  if (haveOtherSizes(left, right)) return false;
  if (isOneContent(left, right)) return true;
  const bytes = { left: resolve('left', left, content), right: resolve('right', right, content) };
  return bytes.left === undefined || bytes.right === undefined ? null : equalBytes(bytes.left, bytes.right);
}

/** Other lengths are other bytes, even when the bytes themselves are gone. */
const haveOtherSizes = (left: NamedContent, right: NamedContent): boolean =>
  left.bytes !== null && right.bytes !== null && left.bytes !== right.bytes;

/** A commitment is bound to its bytes, so one under both is one content, even when it is gone. */
const isOneContent = (left: NamedContent, right: NamedContent): boolean =>
  left.commitment !== null && left.commitment === right.commitment;

const resolve = (side: Side, { commitment }: NamedContent, content: ContentLookup): Uint8Array | undefined =>
  commitment === null ? undefined : content(side, fromHex(commitment));
