import fc from 'fast-check';
import { policyOf, receiptFor, sealEntry } from '../../fixtures/receipts.ts';
import { KEYRING, nativeRun, RUN, sealRun, type Sealed } from '../../fixtures/runs.ts';
import { leafHash, leafReader, partsProof, rootOf, rootOfParts } from '../merkle.ts';
import { nodeHasher } from '../node/hash.ts';
import { decodeRecord } from '../record.ts';
import { decodeSlice, encodeSlice, formatSeqs, looksLikeSlice, parseSeqs, verifySlice, type Slice } from './index.ts';

let sealed: Sealed;
let events: readonly Uint8Array[];
let checkpoint: Uint8Array;

beforeAll(async () => {
  sealed = await sealRun(nativeRun());
  ({ events, checkpoint } = decodeRecord(sealed.record));
});

async function sliced(seqs: readonly number[]): Promise<Slice> {
  const indexes = seqs.map((seq) => seq - 1);
  const hashes = await partsProof(indexes, events.length, leafReader(events.map((event) => leafHash(event))));
  return { size: events.length, indexes, events: indexes.map((index) => events[index]!), hashes, checkpoint };
}

const judged = async (slice: Slice, evidence = {}) => {
  const report = await verifySlice(encodeSlice(slice), { keyring: KEYRING, evidence });
  return { report, states: report.verdicts.map(({ state, code }) => (code === null ? state : `${state} ${code}`)) };
};

test('Any events of any log rebuild its root with the hashes of what is left out, and with no others', async () => {
  const leaves = Array.from({ length: 700 }, (_, i) => nodeHasher.sha256(Uint8Array.of(i & 255, i >> 8)));
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 700 }),
      fc.uniqueArray(fc.nat(699), { minLength: 1 }),
      async (size, some) => {
        const log = leaves.slice(0, size);
        const indexes = [...new Set(some.map((index) => index % size))].sort((a, b) => a - b);
        const hashes = await partsProof(indexes, size, leafReader(log, nodeHasher), nodeHasher);
        const mine = indexes.map((index) => log[index]!);
        expect(rootOfParts(indexes, mine, size, hashes, nodeHasher)).toEqual(rootOf(log, nodeHasher));
        expect(() => rootOfParts(indexes, mine, size, [...hashes, log[0]!], nodeHasher)).toThrow();
        if (hashes.length > 0) expect(() => rootOfParts(indexes, mine, size, hashes.slice(1), nodeHasher)).toThrow();
        const other = [leaves[699 - indexes.length]!, ...mine.slice(1)];
        if (size < 600)
          expect(rootOfParts(indexes, other, size, hashes, nodeHasher)).not.toEqual(rootOf(log, nodeHasher));
      },
    ),
    { numRuns: 60 },
  );
});

test('A slice says which events of how many it proves, and judges nothing that takes the whole run', async () => {
  const { report, states } = await judged(await sliced([2, 3]));
  const size = events.length;
  expect(states).toEqual([
    'pass',
    'absent runseal.slice',
    'absent runseal.unwitnessed',
    'absent runseal.slice',
    'absent runseal.slice',
    'absent runseal.slice',
  ]);
  expect(report.slice).toEqual({ size, seqs: [2, 3], leftOut: size - 2, leftOutSeqs: `1,4-${size}` });
  expect(report.verdicts[1]!.sentence).toContain(`${size - 2} of the ${size} events are left out (1,4-${size})`);
  expect([report.run, report.mix]).toEqual([RUN, null]);
});

test('The receipt of the seal counts for a slice as it does for the record', async () => {
  const receipt = await receiptFor(sealEntry(sealed.record), ['w1', 'w3']);
  const { states } = await judged(await sliced([1]), { receipt, policy: policyOf(2) });
  expect(states[2]).toBe('pass');
});

test.each<[string, (slice: Slice) => Slice, string]>([
  ['another place', (slice) => ({ ...slice, indexes: [1, 3] }), 'merkle.'],
  ['another event', (slice) => ({ ...slice, events: [events[0]!, slice.events[1]!] }), 'merkle.inclusion_invalid'],
  ['another size', (slice) => ({ ...slice, size: slice.size + 1 }), 'record.size_mismatch'],
  [
    'another hash',
    (slice) => ({ ...slice, hashes: slice.hashes.with(0, new Uint8Array(32)) }),
    'merkle.inclusion_invalid',
  ],
  [
    'a hash too many',
    (slice) => ({ ...slice, hashes: [...slice.hashes, new Uint8Array(32)] }),
    'merkle.inclusion_invalid',
  ],
  ['a hash too few', (slice) => ({ ...slice, hashes: slice.hashes.slice(1) }), 'merkle.'],
  ['a place beyond the end', (slice) => ({ ...slice, indexes: [1, 2 ** 40] }), 'record.index_out_of_range'],
  ['places out of order', (slice) => ({ ...slice, indexes: [2, 1] }), 'record.index_out_of_range'],
  ['events that are none', (slice) => ({ ...slice, events: [slice.events[0]!, new Uint8Array(3)] }), 'enc.'],
])('A slice with %s fails', async (_, change, code) => {
  const { report } = await judged(change(await sliced([2, 3])));
  expect(report.verdicts[0]).toMatchObject({ state: 'fail' });
  expect(report.verdicts[0]!.code).toMatch(new RegExp(`^${code}`, 'u'));
  expect(report.verdicts.slice(1).every(({ state }) => state !== 'pass')).toBe(true);
});

test('Bytes that are no slice are told from slices, and fail without throwing', async () => {
  expect(looksLikeSlice(encodeSlice(await sliced([1])))).toBe(true);
  expect(looksLikeSlice(sealed.record)).toBe(false);
  for (const bytes of [new Uint8Array(), sealed.record, Uint8Array.of(0xa6, 0x64)]) {
    const report = await verifySlice(bytes, { keyring: KEYRING });
    expect(report.verdicts[0]).toMatchObject({ state: 'fail', code: 'record.decode' });
  }
  expect(decodeSlice(encodeSlice(await sliced([1, 4]))).indexes).toEqual([0, 3]);
});

test('Seqs are read and written as people write them', () => {
  expect(parseSeqs('12, 3,10-12,7')).toEqual([3, 7, 10, 11, 12]);
  expect(formatSeqs([3, 7, 10, 11, 12])).toBe('3,7,10-12');
  for (const bad of ['', '0', '5-3', 'a', '1,,2', '1-100000', '1.5', '-3'])
    expect(() => parseSeqs(bad)).toThrow(expect.objectContaining({ code: 'runseal.bad_seqs' }) as Error);
});
