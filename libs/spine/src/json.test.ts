import { decodeCbor, encodeCbor } from './cbor.ts';
import { payloadToJson } from './json.ts';
import type { CborMap } from './values.ts';

const shown = (payload: CborMap): string => JSON.stringify(payloadToJson(decodeCbor(encodeCbor(payload)) as CborMap));

describe('a payload for display', () => {
  it('shows bytes as hex and integers beyond 2^53 as text', () => {
    expect(shown({ a: Uint8Array.of(0, 255), b: 9007199254740993n, c: [1, null, true, { d: 'x' }] })).toBe(
      '{"a":{"$hex":"00ff"},"b":{"$int":"9007199254740993"},"c":[1,null,true,{"d":"x"}]}',
    );
  });

  it('cannot pass off a map as bytes', () => {
    expect(shown({ a: { $hex: '00' } })).toBe('{"a":{"$$hex":"00"}}');
  });

  it('keeps a key called __proto__', () => {
    const payload = Object.fromEntries([['__proto__', 1]]) as CborMap;
    expect(shown(payload)).toBe('{"__proto__":1}');
  });
});
