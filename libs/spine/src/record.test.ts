import { refusal } from '../fixtures/refusal.ts';
import fc from 'fast-check';
import { concat, fromHex, toHex } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { SpineError } from './errors.ts';
import { decodeRecord, encodeRecord, recordParts, salvageEvents } from './record.ts';

const EVENTS = [Uint8Array.of(1, 2), new Uint8Array(300).fill(3), new Uint8Array()];
const CHECKPOINT = Uint8Array.of(9, 9);
/** The keys of the container, as they are encoded. */
const [KEY, SEAL] = ['666576656e7473', '6a636865636b706f696e74'] as const;
const RECORD = encodeRecord({ events: EVENTS, checkpoint: CHECKPOINT });

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return concat(all);
}

describe('a record', () => {
  it('is the canonical map of events and checkpoint', () => {
    expect(toHex(RECORD)).toBe(toHex(encodeCbor({ events: EVENTS, checkpoint: CHECKPOINT })));
  });

  it('may hold one event, or many short ones up to a few thousand', () => {
    for (const count of [1, 4096]) {
      const events = Array.from({ length: count }, () => Uint8Array.of(7));
      expect(decodeRecord(encodeRecord({ events, checkpoint: CHECKPOINT })).events).toHaveLength(count);
    }
    const many = Array.from({ length: 4097 }, () => Uint8Array.of(7));
    expect(() => decodeRecord(encodeRecord({ events: many, checkpoint: CHECKPOINT }))).toThrow(
      refusal('record.decode'),
    );
  });

  it('comes apart into what it was made of', () => {
    expect(decodeRecord(RECORD)).toEqual({ events: EVENTS, checkpoint: CHECKPOINT });
  });

  it('streams the very same bytes', async () => {
    expect(toHex(await collect(recordParts(3, EVENTS, CHECKPOINT)))).toBe(toHex(RECORD));
  });

  it.each([2, 4])('does not stream to an end when %i events were announced and three came', async (count) => {
    await expect(collect(recordParts(count, EVENTS, CHECKPOINT))).rejects.toThrow(refusal('record.size_mismatch'));
  });

  it('carries at least one event', () => {
    expect(() => encodeRecord({ events: [], checkpoint: CHECKPOINT })).toThrow(refusal('record.empty'));
    expect(() => decodeRecord(fromHex('a2666576656e7473806a636865636b706f696e7440'))).toThrow(refusal('record.empty'));
  });

  it.each([
    ['nothing', new Uint8Array(), 'record.decode'],
    ['a list', encodeCbor([1]), 'record.decode'],
    ['events alone', encodeCbor({ events: EVENTS }), 'record.decode'],
    ['a checkpoint alone', encodeCbor({ checkpoint: CHECKPOINT }), 'record.decode'],
    ['events that are no list', encodeCbor({ events: 1, checkpoint: CHECKPOINT }), 'record.decode'],
    ['an event that is a text', encodeCbor({ events: ['a'], checkpoint: CHECKPOINT }), 'record.decode'],
    ['a checkpoint that is a map', encodeCbor({ events: EVENTS, checkpoint: {} }), 'record.decode'],
    ['a byte too many', concat([RECORD, Uint8Array.of(0)]), 'record.decode'],
    ['a byte too few', RECORD.subarray(0, -1), 'record.decode'],
    ['more events announced than bytes', fromHex('a2666576656e74739b7fffffffffffffff'), 'record.decode'],
    [
      'a million empty events',
      concat([fromHex('a2666576656e74739a000f4240'), new Uint8Array(1_000_000).fill(0x40)]),
      'record.decode',
    ],
    ['a list where the map belongs', fromHex(`82${KEY}8140${SEAL}40`), 'record.decode'],
    ['its events in a map', fromHex(`a2${KEY}a140${SEAL}40`), 'record.decode'],
    ['a key that is bytes', fromHex(`a246${KEY.slice(2)}8140${SEAL}40`), 'record.decode'],
    ['two lists of events', fromHex(`a3${KEY}8140${KEY}814101${SEAL}40`), 'record.decode'],
    ['two checkpoints', fromHex(`a3${KEY}8140${SEAL}40${SEAL}4101`), 'record.decode'],
    ['one list of events twice, and no checkpoint', fromHex(`a2${KEY}8140${KEY}8140`), 'record.decode'],
    ['a field too many', encodeCbor({ events: EVENTS, checkpoint: CHECKPOINT, extra: 1 }), 'record.non_canonical'],
    ['its fields out of order', fromHex('a26a636865636b706f696e7440666576656e74738140'), 'record.non_canonical'],
    [
      'a head longer than it need be',
      fromHex('a2666576656e7473815800' + '6a636865636b706f696e7440'),
      'record.non_canonical',
    ],
  ])('is not made of %s', (_, bytes, code) => {
    expect(() => decodeRecord(bytes)).toThrow(refusal(code));
  });

  it('never breaks on any bytes', () => {
    fc.assert(
      fc.property(fc.nat({ max: RECORD.length - 1 }), fc.uint8Array({ minLength: 1, maxLength: 12 }), (at, noise) => {
        const bytes = concat([RECORD.subarray(0, at), noise, RECORD.subarray(at + noise.length)]);
        try {
          expect(toHex(encodeRecord(decodeRecord(bytes)))).toBe(toHex(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(SpineError);
          expect((error as SpineError).code).toMatch(/^record\./);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('that was cut off still shows the events before the cut', () => {
    expect(salvageEvents(RECORD.subarray(0, 40))).toEqual([EVENTS[0]]);
    expect(salvageEvents(Uint8Array.of(255))).toEqual([]);
  });
});
