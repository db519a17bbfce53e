import fc from 'fast-check';
import type { CborMap, CborValue } from '@runseal/spine';
import { payloadJson } from './payload-json.ts';

/** Reads the JSON back by its own rules: nothing may be lost or confused on the way. */
function read(value: unknown): CborValue {
  if (Array.isArray(value)) return value.map(read);
  if (typeof value !== 'object' || value === null) return value as CborValue;
  const [[key, of] = ['', null], ...more] = Object.entries(value);
  if (key === '$int' && more.length === 0) return BigInt(of as string);
  if (key === '$hex' && more.length === 0) return new Uint8Array(Buffer.from(of as string, 'hex'));
  const entries = key === '$map' ? (of as [string, unknown][]) : Object.entries(value);
  return toMap(entries.map(([name, item]) => [name, read(item)]));
}

function toMap(entries: readonly (readonly [string, CborValue])[]): CborMap {
  const map = Object.create(null) as Record<string, CborValue>;
  for (const [name, item] of entries) map[name] = item;
  return map;
}

const { value } = fc.letrec<{ value: CborValue; map: CborMap }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
    fc.uint8Array({ maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc
    .uniqueArray(
      fc.tuple(
        fc.oneof(fc.string(), fc.constantFrom('$hex', '$int', '$map', '__proto__', 'constructor')),
        tie('value'),
      ),
      {
        selector: ([name]) => name,
        maxLength: 4,
      },
    )
    .map(toMap),
}));

test('a payload read back from its JSON is the payload, whatever its keys are called', () => {
  fc.assert(
    fc.property(value, (of) => {
      const payload = toMap([['of', of]]);
      expect(read(JSON.parse(JSON.stringify(payloadJson(payload))))).toEqual(payload);
    }),
  );
});

test('neighbours beyond 2^53 stay different', () => {
  expect(payloadJson({ a: 9007199254740992n, b: 9007199254740993n })).toEqual({
    a: { $int: '9007199254740992' },
    b: { $int: '9007199254740993' },
  });
});

test('a map cannot pose as bytes', () => {
  expect(payloadJson({ a: { $hex: '00' } })).toEqual({ a: { $map: [['$hex', '00']] } });
});
