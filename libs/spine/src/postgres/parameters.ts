/**
 * What the functions of the spine are given. Lists of byte strings travel as one byte string with end offsets, other lists
 * as array literals: the driver can send neither bytea[] nor, without asking the server for its types first, any other
 * array.
 */
import type { Batch, ChainedEvent, Subtree } from './tip.ts';

/** One event of a run, and the fence it is appended under. */
export interface Member {
  readonly run: string;
  readonly fence: bigint;
  readonly batch: Batch;
}

/** The parameters of spine.append_many. */
export function manyOf(batches: readonly Batch[]) {
  const events = batches.length === 1 ? batches[0]!.events : batches.flatMap((batch) => batch.events);
  const contents = batches.flatMap((batch) => batch.contents);
  const { before } = batches[0]!;
  const { after } = batches.at(-1)!;
  return {
    size: before.size,
    links: hashes([before.link, ...events.map((event) => event.link)]),
    canonical: batches.length === 1 ? batches[0]!.canonical : Buffer.concat(batches.map(({ canonical }) => canonical)),
    ends: `{0,${endsOf(events.map((event) => event.canonical.length)).join(',')}}`,
    times: numberArray(events.map((event) => event.time)),
    calls: numberArray(events.map((event) => event.call ?? 0)),
    ...kindsOf(events),
    frontier: hashes(after.nodes),
    ...subtreesOf(batches.flatMap((batch) => batch.subtrees)),
    contentKeys: hashes(contents.flatMap((content) => [content.ref.commitment, content.salt])),
    content: Buffer.concat(contents.map((content) => content.bytes)),
    contentEnds: numberArray(endsOf(contents.map((content) => content.bytes.length))),
    contentMedia: textArray(contents.map((content) => content.ref.media)),
  };
}

/** The parameters of spine.append_each. */
export function eachOf(members: readonly Member[]) {
  const events = members.map(({ batch }) => batch.events[0]!);
  const frontiers = members.map(({ batch }) => Buffer.concat(batch.after.nodes));
  return {
    runs: textArray(members.map(({ run }) => run)),
    fences: numberArray(members.map(({ fence }) => fence)),
    sizes: numberArray(members.map(({ batch }) => batch.before.size)),
    hashes: hashes(members.flatMap(({ batch }, i) => [batch.before.link, events[i]!.leaf, events[i]!.link])),
    canonical: Buffer.concat(events.map(({ canonical }) => canonical)),
    ends: numberArray([0, ...endsOf(events.map(({ canonical }) => canonical.length))]),
    types: textArray(events.map(({ type }) => type)),
    tiers: textArray(events.map(({ tier }) => tier)),
    times: numberArray(events.map(({ time }) => time)),
    calls: `{${events.map(({ call }) => String(call)).join(',')}}`,
    frontiers: Buffer.concat(frontiers),
    frontierEnds: numberArray([0, ...endsOf(frontiers.map(({ length }) => length))]),
  };
}

export function subtreesOf(subtrees: readonly Subtree[]) {
  return {
    subtreeLevels: numberArray(subtrees.map((subtree) => subtree.level)),
    subtreeIndexes: numberArray(subtrees.map((subtree) => subtree.index)),
    subtreeHashes: hashes(subtrees.map((subtree) => subtree.hash)),
  };
}

/** Type, tier and whether there is a call: few of them, for many events. */
function kindsOf(events: readonly ChainedEvent[]) {
  const places = new Map<string, number>();
  const kinds: ChainedEvent[] = [];
  const each = events.map((event) => {
    const name = event.call === null ? event.type : `${event.type}\0`;
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, kinds.push(event));
    return kinds.length;
  });
  return {
    kinds: numberArray(each),
    types: textArray(kinds.map(({ type }) => type)),
    tiers: textArray(kinds.map(({ tier }) => tier)),
    called: `{${kinds.map(({ call }) => call !== null).join(',')}}`,
  };
}

function endsOf(lengths: readonly number[]): number[] {
  let end = 0;
  return lengths.map((length) => (end += length));
}

function hashes(parts: readonly Uint8Array[]): Buffer {
  return Buffer.concat(parts, 32 * parts.length);
}

function numberArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`;
}
