import fc from 'fast-check';
import { externalRun, KEYRING, nativeRun, sealRun } from '../fixtures/runs.ts';
import { refusal } from '../fixtures/refusal.ts';
import { concat, fromHex, toHex } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { decodeRecord } from './record.ts';
import { RecordReader, STREAMED_ITEM_LIMIT } from './record-stream.ts';
import { verifyRecord, verifyRecordStream } from './verify.ts';

let record: Uint8Array;
beforeAll(async () => {
  ({ record } = await sealRun(externalRun()));
});

/** Cut where the numbers say, over and over. */
function cut(bytes: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length]!;
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

function read(pieces: readonly Uint8Array[]): { events: Uint8Array[]; checkpoint: Uint8Array } {
  const reader = new RecordReader();
  const events = pieces.flatMap((piece) => reader.push(piece));
  return { events, checkpoint: reader.end().checkpoint };
}

/** The keys of the container, as they are encoded. */
const [KEY, SEAL] = ['666576656e7473', '6a636865636b706f696e74'] as const;

const lengths = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 });

describe('a record in pieces', () => {
  it('comes apart into the same events, wherever it is cut', () => {
    const { events, checkpoint } = decodeRecord(record);
    fc.assert(
      fc.property(lengths, (sizes) => {
        const streamed = read(cut(record, sizes));
        expect(streamed.events.map(toHex)).toEqual(events.map(toHex));
        expect(toHex(streamed.checkpoint)).toBe(toHex(checkpoint));
      }),
    );
  });

  it('has the very report of the whole', async () => {
    for (const run of [externalRun(), nativeRun()]) {
      const sealed = (await sealRun(run)).record;
      const whole = await verifyRecord(sealed, { keyring: KEYRING });
      for (const size of [1, 7, 1000, 1e6])
        await expect(verifyRecordStream(cut(sealed, [size]), { keyring: KEYRING })).resolves.toEqual(whole);
    }
  });

  it('with any byte changed never passes, and fails as the whole does where an event is concerned', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(record.length - 1),
        fc.integer({ min: 1, max: 255 }),
        lengths,
        async (at, mask, sizes) => {
          const changed = record.slice();
          changed[at]! ^= mask;
          const [whole, streamed] = await Promise.all([
            verifyRecord(changed, { keyring: KEYRING }),
            verifyRecordStream(cut(changed, sizes), { keyring: KEYRING }),
          ]);
          expect(streamed.verdicts[0]!.state).toBe('fail');
          if (whole.run !== null) expect(streamed).toEqual(whole);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that breaks off is not a record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(record.length - 1), async (length) => {
        const report = await verifyRecordStream([record.subarray(0, length)], { keyring: KEYRING });
        expect(report.verdicts[0]).toMatchObject({ state: 'fail', code: 'record.decode' });
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['a list', encodeCbor([1]), 'record.decode'],
    ['no event', encodeCbor({ events: [], checkpoint: Uint8Array.of(1) }), 'record.empty'],
    ['an event that is a text', encodeCbor({ events: ['a'], checkpoint: Uint8Array.of(1) }), 'record.decode'],
    [
      'a field too many',
      encodeCbor({ events: [Uint8Array.of(1)], checkpoint: Uint8Array.of(1), x: 1 }),
      'record.non_canonical',
    ],
    ['a head longer than it need be', fromHex('b80266'), 'record.non_canonical'],
    [
      'bytes behind its end',
      concat([encodeCbor({ events: [Uint8Array.of(1)], checkpoint: Uint8Array.of(1) }), Uint8Array.of(0)]),
      'record.decode',
    ],
    ['a list where the map belongs', fromHex(`82${KEY}8140${SEAL}40`), 'record.decode'],
    ['a map of events', fromHex(`a2${KEY}a140${SEAL}40`), 'record.decode'],
    ['a key that is bytes', fromHex(`a246${KEY.slice(2)}8140${SEAL}40`), 'record.decode'],
    ['a second list of events', fromHex(`a2${KEY}8140${KEY}8140`), 'record.non_canonical'],
    ['a checkpoint that comes first', fromHex(`a2${SEAL}40${KEY}8140`), 'record.non_canonical'],
    ['a checkpoint that is a text', fromHex(`a2${KEY}8140${SEAL}60`), 'record.decode'],
    ['a second checkpoint behind the first', fromHex(`a2${KEY}8140${SEAL}404101`), 'record.decode'],
    ['a record behind the record', fromHex(`a2${KEY}8140${SEAL}40a2${KEY}8140${SEAL}40`), 'record.decode'],
    [
      'an item longer than any',
      concat([fromHex('a2666576656e7473815b0000ffffffffffff'), new Uint8Array(9)]),
      'record.decode',
    ],
  ])('%s is refused', (_, bytes, code) => {
    expect(() => read(cut(bytes, [1]))).toThrow(refusal(code));
  });

  it('holds an item that is claimed to be long only as far as it came, and looks at it once', () => {
    const reader = new RecordReader();
    reader.push(fromHex('a2666576656e747381'));
    reader.push(encodeCbor(new Uint8Array(1_000_000)).subarray(0, 5));
    let early = 0;
    for (let i = 1; i < 1_000_000; i += 1) early += reader.push(Uint8Array.of(0)).length;
    expect(early).toBe(0);
    expect(reader.push(Uint8Array.of(0))).toEqual([new Uint8Array(1_000_000)]);
    expect(STREAMED_ITEM_LIMIT).toBeGreaterThan(1_000_000);
  });

  it('refuses an item that is claimed to be longer than any before the first byte of it came', () => {
    const reader = new RecordReader();
    reader.push(fromHex(`a2${KEY}81`));
    const claimed = (length: number) =>
      Uint8Array.of(0x5a, length >> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255);
    expect(() => reader.push(claimed(STREAMED_ITEM_LIMIT + 1))).toThrow(refusal('record.decode'));
    const other = new RecordReader();
    expect(other.push(concat([fromHex(`a2${KEY}81`), claimed(STREAMED_ITEM_LIMIT)]))).toEqual([]);
  });

  it('keeps its checkpoint when its source uses the same buffer again', () => {
    const { checkpoint } = decodeRecord(record);
    const reader = new RecordReader();
    const buffer = record.slice();
    reader.push(buffer);
    buffer.fill(0);
    expect(toHex(reader.end().checkpoint)).toBe(toHex(checkpoint));
  });

  it('lets its source fail: what broke off on its way was not judged', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield record.subarray(0, 100);
      await Promise.reject(new Error('connection lost'));
    }
    await expect(verifyRecordStream(broken(), { keyring: KEYRING })).rejects.toThrow('connection lost');
  });
});
