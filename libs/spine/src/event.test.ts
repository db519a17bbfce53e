import { refusal } from '../fixtures/refusal.ts';
import { toHex } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { decodeEnvelope, decodeEvent, encodeEvent } from './event.ts';
import type { SpineEvent } from './event.ts';
import type { CborMap, CborValue } from './values.ts';

const EVENT: SpineEvent = {
  stream: 'run-1',
  seq: 3,
  time: 9_223_372_036_854_775_807n,
  type: 'goal.submitted',
  actor: 'human',
  payload: { principal: 'ana' },
  schemaVersion: 1,
  principal: 'did:example:ana',
};

const WIRE: CborMap = {
  stream: 'run-1',
  seq: 1,
  time: 5,
  type: 't',
  actor: 'system',
  payload: {},
  schema_version: 1,
};

const without = (name: string): CborMap => Object.fromEntries(Object.entries(WIRE).filter(([key]) => key !== name));

describe('an event', () => {
  it('comes back from its bytes as it was', () => {
    const read = decodeEvent(encodeEvent(EVENT));
    expect({ ...read, payload: { ...read.payload } }).toEqual(EVENT);
  });

  it('has the same bytes whether an optional field is empty or absent', () => {
    expect(toHex(encodeEvent({ ...EVENT, traceId: '' }))).toBe(toHex(encodeEvent(EVENT)));
  });

  it('has other bytes when anything in it differs', () => {
    const variants: SpineEvent[] = [
      EVENT,
      { ...EVENT, seq: 4 },
      { ...EVENT, time: 9_223_372_036_854_775_806n },
      { ...EVENT, actor: 'agent' },
      { ...EVENT, traceId: 'did:example:ana' },
      { ...EVENT, stream: 'run-', type: '1goal.submitted' },
    ];
    expect(new Set(variants.map((event) => toHex(encodeEvent(event)))).size).toBe(variants.length);
  });

  it.each([
    ['a time beyond int64', { time: 2n ** 63n }, 'enc.time_out_of_range'],
    ['a time as a number', { time: 5 }, 'enc.time_out_of_range'],
    ['an unknown actor', { actor: 'robot' }, 'enc.invalid_actor'],
    ['seq 0', { seq: 0 }, 'enc.encode'],
    ['a fraction as seq', { seq: 1.5 }, 'enc.encode'],
    ['a list as payload', { payload: [] }, 'enc.encode'],
    ['a number as type', { type: 1 }, 'enc.encode'],
    ['a number as principal', { principal: 1 }, 'enc.encode'],
    ['a payload that has no exact encoding', { payload: { a: Number.NaN } }, 'enc.encode'],
  ])('is not written with %s', (_, change, code) => {
    expect(() => encodeEvent({ ...EVENT, ...change } as unknown as SpineEvent)).toThrow(refusal(code));
  });

  it.each<[string, CborValue, string]>([
    ['that is a list', [], 'enc.decode'],
    ['without its payload', without('payload'), 'enc.non_canonical_cbor'],
    ['with a field too many', { ...WIRE, extra: 1 }, 'enc.non_canonical_cbor'],
    ['with an empty optional field', { ...WIRE, trace_id: '' }, 'enc.non_canonical_cbor'],
    ['with a text as seq', { ...WIRE, seq: '1' }, 'enc.decode'],
    ['with seq 0', { ...WIRE, seq: 0 }, 'enc.decode'],
    ['with bytes as payload', { ...WIRE, payload: new Uint8Array() }, 'enc.decode'],
    ['with a number as trace id', { ...WIRE, trace_id: 1 }, 'enc.decode'],
    ['with null as time', { ...WIRE, time: null }, 'enc.decode'],
    ['with an unknown actor', { ...WIRE, actor: 'robot' }, 'enc.invalid_actor'],
  ])('is not read %s', (_, wire, code) => {
    expect(() => decodeEnvelope(encodeCbor(wire))).toThrow(refusal(code));
  });

  it('of another producer keeps a seq that no number can hold', () => {
    const bytes = encodeCbor({ ...WIRE, seq: 9007199254740993n });
    expect(decodeEnvelope(bytes).seq).toBe(9007199254740993n);
    expect(() => decodeEvent(bytes)).toThrow(refusal('runseal.beyond_safe_integer'));
  });
});
