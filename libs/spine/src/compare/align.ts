/** Aligns two sequences by a key: the longest common subsequence, with what is only on one side in between. */

/** Table cells up to which the exact answer is computed; beyond it, equal keys are paired greedily in order. */
const MOST_CELLS = 4_000_000;

type Pair<T> = readonly [T | null, T | null];

/** Pairs in order of both sequences; either half is null where the other sequence has no counterpart. */
export function align<T>(left: readonly T[], right: readonly T[], keyOf: (item: T) => string): Pair<T>[] {
  const keys = { left: left.map(keyOf), right: right.map(keyOf) };
  const exact = (left.length + 1) * (right.length + 1) <= MOST_CELLS;
  const matches = exact ? longestCommon(keys.left, keys.right) : greedyCommon(keys.left, keys.right);
  const pairs: Pair<T>[] = [];
  let [l, r] = [0, 0];
  for (const [i, j] of [...matches, [left.length, right.length] as const]) {
    while (l < i) pairs.push([left[l++]!, null]);
    while (r < j) pairs.push([null, right[r++]!]);
    if (l < left.length && r < right.length) pairs.push([left[l++]!, right[r++]!]);
  }
  return pairs;
}

type Match = readonly [number, number];

function longestCommon(left: readonly string[], right: readonly string[]): Match[] {
  const width = right.length + 1;
  // lengths[i * width + j]: longest common subsequence of left from i and right from j.
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const down = lengths[(i + 1) * width + j]!;
      const across = lengths[i * width + j + 1]!;
      lengths[i * width + j] = left[i] === right[j] ? lengths[(i + 1) * width + j + 1]! + 1 : Math.max(down, across);
    }
  }
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (left[i] === right[j]) matches.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return matches;
}

function greedyCommon(left: readonly string[], right: readonly string[]): Match[] {
  const places = new Map<string, number[]>();
  for (let j = right.length - 1; j >= 0; j--) {
    const known = places.get(right[j]!);
    if (known === undefined) places.set(right[j]!, [j]);
    else known.push(j);
  }
  const matches: Match[] = [];
  let next = 0;
  for (const [i, key] of left.entries()) {
    const waiting = places.get(key) ?? [];
    while (waiting.length > 0 && waiting.at(-1)! < next) waiting.pop();
    const j = waiting.pop();
    if (j === undefined) continue;
    matches.push([i, j]);
    next = j + 1;
  }
  return matches;
}
