import fc from 'fast-check';
import { anyPayload } from '../../fixtures/values.ts';
import { toHex } from '../bytes.ts';
import { encodeCbor } from '../cbor.ts';
import { SpineError } from '../errors.ts';
import type { CborMap, CborValue } from '../values.ts';
import { decodeEnvelope } from './decode.ts';
import { viewEvent } from './view.ts';
import type { EventView } from './view.ts';

const wire = (payload: CborMap, more: CborMap = {}): Record<string, CborValue> => ({
  stream: 'run-1',
  seq: 1,
  time: 1_790_000_000_000_000_000n,
  type: 'dispatch.start',
  actor: 'agent',
  payload,
  schema_version: 1,
  ...more,
});

function outcome(read: (bytes: Uint8Array) => EventView, bytes: Uint8Array): unknown {
  try {
    const { stream, seq, type, payload } = read(bytes);
    return { stream, seq, type, payload };
  } catch (error) {
    if (error instanceof SpineError) return error.code;
    throw error;
  }
}

const codeOf = (read: (bytes: Uint8Array) => EventView, bytes: Uint8Array): string | null => {
  const seen = outcome(read, bytes);
  return typeof seen === 'string' ? seen : null;
};

const agrees = (bytes: Uint8Array): void => expect(outcome(viewEvent, bytes)).toEqual(outcome(decodeEnvelope, bytes));

const anyMore: fc.Arbitrary<CborMap> = fc.dictionary(
  fc.constantFrom(
    'causation_id',
    'principal',
    'origin_instance_id',
    'trace_id',
    'span_id',
    'seq',
    'time',
    'actor',
    'x',
  ),
  fc.constantFrom<CborValue>('', 'a', 'human', 0, 2, -1, 9007199254740993n, 2n ** 63n - 1n, null, [], {}),
  { maxKeys: 3 },
);

describe('the view of an event', () => {
  it('says what the decoded event says, or names the same fault', () => {
    fc.assert(
      fc.property(anyPayload, anyMore, (payload, more) => agrees(encodeCbor(wire(payload, more)))),
      { numRuns: 1000 },
    );
  });

  it('names the same fault as the decoder wherever bytes were changed, left out or added', () => {
    const damage = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 3 }), fc.uint8Array({ maxLength: 3 }));
    fc.assert(
      fc.property(anyPayload, anyMore, damage, (payload, more, [place, left, added]) => {
        const bytes = encodeCbor(wire(payload, more));
        const at = place % bytes.length;
        agrees(Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + left)]));
      }),
      { numRuns: 2000 },
    );
  });

  it('names the same fault as the decoder for every bit of an event turned over', () => {
    const bytes = encodeCbor(wire({ call: 1, b: [null, new Uint8Array(2), 'ü'], c: { d: -1 } }, { principal: 'ana' }));
    const disagreed: string[] = [];
    for (let change = 0; change < bytes.length * 8; change++) {
      const changed = bytes.map((byte, i) => (i === change >> 3 ? byte ^ (1 << (change & 7)) : byte));
      if (codeOf(viewEvent, changed) !== codeOf(decodeEnvelope, changed)) disagreed.push(toHex(changed));
    }
    expect(disagreed).toEqual([]);
  });

  it.each<[string, CborValue]>([
    ['a field is missing', Object.fromEntries(Object.entries(wire({})).filter(([name]) => name !== 'actor'))],
    ['a field is unknown', wire({}, { zz: 1 })],
    ['an optional field is empty', wire({}, { trace_id: '' })],
    ['seq is a text', wire({}, { seq: 'a' })],
    ['the payload is a list', { ...wire({}), payload: [] }],
    ['it is no map', []],
    ['nothing is wrong', wire({ a: 1 }, { trace_id: 't', span_id: 's', origin_instance_id: 'o', causation_id: 'c' })],
  ])('agrees with the decoder where %s', (_, value) => agrees(encodeCbor(value)));

  it('builds the payload once', () => {
    const event = viewEvent(encodeCbor(wire({ call: [1] })));
    expect(event.payload['call']).toBe(event.payload['call']);
  });
});
