import { contentsToSettle, settle, toHex, type CallPair, type Side } from '@runseal/spine';

/** SHA-256 of contents of that run, by commitment (hex), of those that are still there. */
export type DigestsOf = (side: Side, commitments: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;

/** Contents asked after at once, and about how many bytes the database may have to read for it. */
const MOST_CONTENTS = 512;
const MOST_BYTES = 32 * 1024 * 1024;

/** Says of every pair of calls whether their contents are the same, as far as both are still there. Holds a few digests at a time. */
export async function settlePairs(
  pairs: readonly CallPair[],
  digestsOf: DigestsOf,
  signal: AbortSignal,
): Promise<void> {
  for (const { some, wanted } of together(pairs)) {
    signal.throwIfAborted();
    const digests = { left: await digestsOf('left', wanted.left), right: await digestsOf('right', wanted.right) };
    for (const pair of some) settle(pair, (side, commitment) => digests[side].get(toHex(commitment)));
  }
}

interface Together {
  readonly some: CallPair[];
  readonly wanted: Readonly<Record<Side, string[]>>;
  bytes: number;
}

/** Pairs in order, as many at a time as may be asked after together; one at least. */
function* together(pairs: readonly CallPair[]): Generator<Together> {
  let now = nothing();
  for (const pair of pairs) {
    const { left, right } = contentsToSettle(pair);
    now.some.push(pair);
    now.wanted.left.push(...left);
    now.wanted.right.push(...right);
    if (left.length > 0) now.bytes += bytesOf(pair);
    if (now.wanted.left.length < MOST_CONTENTS && now.bytes < MOST_BYTES) continue;
    yield now;
    now = nothing();
  }
  if (now.some.length > 0) yield now;
}

const nothing = (): Together => ({ some: [], wanted: { left: [], right: [] }, bytes: 0 });

const bytesOf = ({ left, right }: CallPair): number =>
  [left, right].reduce((sum, call) => sum + (call?.arguments.bytes ?? 0) + (call?.result.bytes ?? 0), 0);
