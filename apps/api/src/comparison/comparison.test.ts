/** A comparison of long runs: what it holds of them while they go by, and how it asks after their contents. */
import { alignCalls, commitContent, contentRefToCbor, type ComparedEvent } from '@runseal/spine';
import { Held } from '../../../../test/held/held.ts';
import { gonePast } from './compared-run.ts';
import { jsonPieces } from './json-pieces.ts';
import { settlePairs } from './settle-pairs.ts';

const never = new AbortController().signal;
const PAGES = 10;
const PAGE = 100;

/** Of ten events one begins a call and one ends it; all hold bytes. */
function eventAt(seq: number): ComparedEvent {
  const call = Math.ceil(seq / 10);
  const named = contentRefToCbor(
    commitContent(new TextEncoder().encode(`content ${String(call % 7)}`), 'text/plain').ref,
  );
  if (seq % 10 === 4)
    return { seq, type: 'dispatch.start', payload: { call, scope: `a${String(call)}`, arguments: named } };
  if (seq % 10 === 6) return { seq, type: 'dispatch.end', payload: { call, outcome: 'ok', result: named } };
  if (seq % 10 === 7) return { seq, type: 'provenance.gap', payload: { surface: 'shell', reason: 'x', bytes: named } };
  return { seq, type: 'provenance.attested', payload: { raw_sha256: new Uint8Array(32), summary: named } };
}

async function* pages(held: Held | null, counted: number[]): AsyncGenerator<ComparedEvent[]> {
  for (let page = 0; page < PAGES; page += 1) {
    await new Promise(setImmediate);
    if (held !== null) counted.push(held.count());
    const events = Array.from({ length: PAGE }, (_, n) => eventAt(page * PAGE + n + 1));
    for (const { payload } of events)
      [payload, ...Object.values(payload)].filter((one) => isObject(one)).forEach((one) => held?.watch(one));
    yield events;
  }
}

const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null;

test('Of a run that goes by no page is held longer than it takes to read it', async () => {
  const held = new Held();
  const counted: number[] = [];
  const { seen } = await gonePast(pages(held, counted), never);
  expect(seen.calls).toHaveLength((PAGES * PAGE) / 10);
  expect(seen.mix.tiers).toMatchObject({ attested: PAGES * PAGE * 0.7, unobserved: PAGES * PAGE * 0.1 });
  expect(Math.max(...counted)).toBeLessThan(2 * 3 * PAGE);
  await new Promise(setImmediate);
  expect(held.count()).toBeLessThan(2 * 3 * PAGE);
});

test('A run that nobody waits for any more is not read on', async () => {
  const counted: number[] = [];
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(gonePast(pages(new Held(), counted), signal)).rejects.toThrow('gone');
  expect(counted).toHaveLength(1);
});

test('Contents are asked after a few hundred at a time, and no digest is kept once its pair is settled', async () => {
  const runs = [await gonePast(pages(null, []), never), await gonePast(pages(null, []), never)];
  const [left = [], right = []] = runs.map(({ seen }) => Array.from({ length: 10 }, () => seen.calls).flat());
  const pairs = alignCalls(left, right);
  const held = new Held();
  const asked: number[] = [];
  const counted: number[] = [];
  await settlePairs(
    pairs,
    async (_, commitments) => {
      await new Promise(setImmediate);
      counted.push(held.count());
      asked.push(commitments.length);
      return new Map(
        commitments.map((hex) => {
          const digest = new Uint8Array(32).fill(1);
          held.watch(digest);
          return [hex, digest];
        }),
      );
    },
    never,
  );
  expect(pairs.every(({ sameArguments, sameResult }) => sameArguments === true && sameResult === true)).toBe(true);
  expect(asked.reduce((sum, one) => sum + one, 0)).toBe(2 * 2 * pairs.length);
  expect(Math.max(...asked)).toBeLessThan(520);
  expect(Math.max(...counted)).toBeLessThan(3 * 520);
});

test('Contents that are large are asked after one pair at a time', async () => {
  const large = (commitment: string) => ({ commitment, bytes: 40 * 1024 * 1024 });
  const call = { call: 1, seq: 1, target: '["a","b"]', outcome: 'ok', contents: { arguments: 'aa', result: null } };
  const calls = (commitment: string) =>
    [1, 2, 3].map((n) => ({
      ...call,
      call: n,
      arguments: large(commitment),
      result: { commitment: null, bytes: null },
    }));
  const asked: number[] = [];
  const digestsOf = (_: unknown, commitments: readonly string[]) => {
    asked.push(commitments.length);
    return Promise.resolve(new Map());
  };
  await settlePairs(alignCalls(calls('aa'), calls('bb')), digestsOf, never);
  expect(asked).toEqual(Array(6).fill(1));
  // One commitment is one content: nobody has to be asked.
  asked.length = 0;
  const alike = alignCalls(calls('aa'), calls('aa'));
  await settlePairs(alike, digestsOf, never);
  expect(alike.map(({ sameArguments }) => sameArguments)).toEqual([true, true, true]);
  expect(asked.every((count) => count === 0)).toBe(true);
});

test('The JSON of a long list is made while it is sent, and is the JSON of the whole', () => {
  let made = 0;
  function* rows() {
    for (; made < 5_000; made += 1) yield { made, text: 'x'.repeat(100) };
  }
  const pieces = jsonPieces({ a: 1, b: [] }, 'rows', rows(), { c: 'last' });
  const first = String(pieces.next().value);
  expect(made).toBeLessThan(1_000);
  const text = [first, ...pieces].join('');
  expect(text).toBe(
    JSON.stringify({
      a: 1,
      b: [],
      rows: Array.from({ length: 5_000 }, (_, n) => ({ made: n, text: 'x'.repeat(100) })),
      c: 'last',
    }),
  );
  expect([...jsonPieces({ a: 1 }, 'rows', [], { c: null })].join('')).toBe('{"a":1,"rows":[],"c":null}');
});
