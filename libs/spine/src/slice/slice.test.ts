import fc from 'fast-check';
import { verifySignature, type SignatureVerifier } from '../signature.ts';
import { ORIGIN, policyOf, receiptFor, sealEntry } from '../../fixtures/receipts.ts';
import { refusal } from '../../fixtures/refusal.ts';
import { eventAt, KEYRING, nativeRun, RUN, sealEvents, sealRun, type Sealed } from '../../fixtures/runs.ts';
import { encodeCbor } from '../cbor.ts';
import { leafHash, leafReader, partsProof, rootOf, rootOfParts } from '../merkle.ts';
import { nodeHasher } from '../node/hash.ts';
import { decodeRecord } from '../record.ts';
import { MOST_SLICE_EVENTS } from './slice.ts';
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

test('A slice that fails says nothing good, and keeps what contradicts it', async () => {
  const receipt = await receiptFor(sealEntry(sealed.record), ['w1', 'w3']);
  const other = await receiptFor({ ...sealEntry(sealed.record), size: 3 }, ['w1', 'w3']);
  const slice = await sliced([2, 3]);
  const bad = { ...slice, hashes: slice.hashes.with(0, new Uint8Array(32)) };
  const silent = new Array<string>(5).fill('absent runseal.not_authentic');
  const policy = policyOf(2);
  expect((await judged(bad, { receipt, policy })).states).toEqual(['fail merkle.inclusion_invalid', ...silent]);
  const contradicted = await judged(bad, { receipt: other, policy });
  expect(contradicted.states).toEqual([
    'fail merkle.inclusion_invalid',
    ...silent.with(1, 'fail runseal.receipt_mismatch'),
  ]);
  expect(contradicted.report.vouches).toMatch(/^Nothing:/u);
  expect((await judged(slice)).report.vouches).toBe(
    `2 of the ${events.length} events of the run, and nothing of the others.`,
  );
});

test('A slice of all events says that it is one', async () => {
  const { report, states } = await judged(await sliced(events.map((_, index) => index + 1)));
  expect(states.slice(0, 2)).toEqual(['pass', 'absent runseal.slice']);
  expect(report.verdicts[1]!.sentence).toContain(`A slice of all ${events.length} events`);
});

test('The events of a slice are of one run, and a fault in one of them is placed', async () => {
  const mixed = await sealEvents(
    [0, 1, 2].map((i) => ({
      ...eventAt({ type: 'other.thing', actor: 'agent', payload: {} }, i),
      ...(i === 2 ? { stream: 'another' } : {}),
    })),
  );
  const all = decodeRecord(mixed.record);
  const slice = { size: 3, indexes: [0, 1, 2], events: all.events, hashes: [], checkpoint: all.checkpoint };
  const { report } = await judged(slice);
  expect(report.verdicts[0]).toMatchObject({ state: 'fail', code: 'chain.stream_mismatch', firstBadSeq: 3 });
  expect(report.run).toBeNull();
  const nothing = await judged({
    ...slice,
    indexes: [],
    events: [],
    hashes: [rootOf(all.events.map((one) => leafHash(one)))],
  });
  expect(nothing.states[0]).toBe('fail chain.empty');
});

test('A slice goes by the hasher and the signature check it is given', async () => {
  const bytes = encodeSlice(await sliced([2]));
  const state = async (options: object) =>
    (await verifySlice(bytes, { keyring: KEYRING, ...options })).verdicts[0]!.code;
  expect(await state({ hasher: nodeHasher })).toBeNull();
  expect(await state({ hasher: { sha256: () => new Uint8Array(32) } })).toBe('merkle.inclusion_invalid');
  expect(await state({ verify: () => Promise.resolve(false) })).toBe('sign.signature_invalid');
  const receipt = await receiptFor(sealEntry(sealed.record), ['w1', 'w3']);
  const seen: string[] = [];
  const verify: SignatureVerifier = (key, message, signature) => {
    seen.push(new TextDecoder().decode(message).split('\n')[0]!);
    return verifySignature(key, message, signature);
  };
  await verifySlice(bytes, { keyring: KEYRING, verify, evidence: { receipt, policy: policyOf(2) } });
  expect(seen).toEqual(expect.arrayContaining([ORIGIN, 'cosignature/v1']) as unknown);
});

test.each<[string, (slice: Slice) => Record<string, unknown>]>([
  ['is of another format', () => ({ format: 'runseal-slice/2' })],
  ['has a size that no number holds', () => ({ size: 2n ** 60n })],
  ['has a size below nothing', () => ({ size: -1 })],
  ['has no list of places', () => ({ indexes: 1 })],
  ['has a place that is a text', ({ indexes }) => ({ indexes: [indexes[0], 'x'] })],
  ['has a place that no number holds', ({ indexes }) => ({ indexes: [indexes[0], 2n ** 60n] })],
  ['has more places than events', ({ indexes }) => ({ indexes: [...indexes, 9] })],
  ['has more events than places', (slice) => ({ events: [...slice.events, slice.events[0]] })],
  ['has an event that is none', () => ({ events: [1, 2] })],
  ['has more than belongs there', () => ({ more: 1 })],
])('What %s is no slice', async (_, change) => {
  const slice = await sliced([2, 3]);
  const bytes = encodeCbor({ format: 'runseal-slice/1', ...slice, ...change(slice) });
  expect(() => decodeSlice(bytes)).toThrow(refusal(/^record\./u));
  expect((await verifySlice(bytes, { keyring: KEYRING })).verdicts[0]!.state).toBe('fail');
});

test('A slice holds as many events as it may, and no more', () => {
  const of = (count: number) => {
    const indexes = Array.from({ length: count }, (_, index) => index);
    return encodeSlice({ size: count, indexes, events: indexes.map(() => Uint8Array.of(1)), hashes: [], checkpoint });
  };
  expect(decodeSlice(of(MOST_SLICE_EVENTS)).events).toHaveLength(MOST_SLICE_EVENTS);
  expect(() => decodeSlice(of(MOST_SLICE_EVENTS + 1))).toThrow(refusal('record.decode'));
  expect(parseSeqs(`1-${MOST_SLICE_EVENTS}`)).toHaveLength(MOST_SLICE_EVENTS);
  for (const many of [
    `1-${MOST_SLICE_EVENTS + 1}`,
    `1-${MOST_SLICE_EVENTS},20000`,
    '9007199254740992',
    '5-9007199254740993',
  ])
    expect(() => parseSeqs(many)).toThrow(refusal('runseal.bad_seqs'));
});

test('Bytes that are no slice are told from slices, and fail without throwing', async () => {
  expect(looksLikeSlice(encodeSlice(await sliced([1])))).toBe(true);
  expect(looksLikeSlice(sealed.record)).toBe(false);
  for (const bytes of [new Uint8Array(), sealed.record, Uint8Array.of(0xa6, 0x64)]) {
    const report = await verifySlice(bytes, { keyring: KEYRING });
    expect(report.verdicts[0]).toMatchObject({ state: 'fail', code: 'record.decode' });
    expect(report.verdicts.slice(1).map(({ code }) => code)).toEqual(new Array(5).fill('runseal.not_authentic'));
    expect(report).toMatchObject({ run: null, events: 0, root: null, vouches: null, slice: null });
  }
  expect(decodeSlice(encodeSlice(await sliced([1, 4]))).indexes).toEqual([0, 3]);
});

test('Seqs are read and written as people write them', () => {
  expect(parseSeqs('12, 3,10-12,7')).toEqual([3, 7, 10, 11, 12]);
  expect(formatSeqs([3, 7, 10, 11, 12])).toBe('3,7,10-12');
  for (const bad of ['', '0', '5-3', 'a', '1,,2', '1-100000', '1.5', '-3'])
    expect(() => parseSeqs(bad)).toThrow(expect.objectContaining({ code: 'runseal.bad_seqs' }) as Error);
});
