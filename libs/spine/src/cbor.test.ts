import fc from 'fast-check';
import { anyValue } from '../fixtures/values.ts';
import { fromHex, toHex } from './bytes.ts';
import { decodeCbor, encodeCbor, MAX_CBOR_DEPTH } from './cbor.ts';
import { SpineError } from './errors.ts';
import type { CborValue } from './values.ts';

const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof SpineError) return error.code;
    throw error;
  }
};

/** RFC 8949, appendix A, as far as the value model goes. */
const RFC_8949: readonly (readonly [CborValue, string])[] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [100, '1864'],
  [1000, '1903e8'],
  [1000000, '1a000f4240'],
  [1000000000000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [fromHex('01020304'), '4401020304'],
  ['', '60'],
  ['IETF', '6449455446'],
  ['"\\', '62225c'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  ['\u{10151}', '64f0908591'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [{ a: 1, b: [2, 3] }, 'a26161016162820203'],
  [{}, 'a0'],
];

describe('canonical CBOR', () => {
  it.each(RFC_8949)('writes and reads the RFC 8949 example %#', (value, hex) => {
    expect(toHex(encodeCbor(value))).toBe(hex);
    expect(toHex(encodeCbor(decodeCbor(fromHex(hex))))).toBe(hex);
  });

  it('keeps 2^53 and 2^53 + 1 apart, and both ends of int64', () => {
    for (const value of [9007199254740992n, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n), -9007199254740992n]) {
      expect(decodeCbor(encodeCbor(value))).toBe(value);
    }
  });

  it('reads safe integers as numbers, however they were written', () => {
    expect(decodeCbor(encodeCbor(5n))).toBe(5);
    expect(decodeCbor(encodeCbor(BigInt(Number.MAX_SAFE_INTEGER)))).toBe(Number.MAX_SAFE_INTEGER);
    expect(decodeCbor(encodeCbor(BigInt(Number.MIN_SAFE_INTEGER)))).toBe(Number.MIN_SAFE_INTEGER);
  });

  it('sorts keys by their encoded form, whatever order they come in', () => {
    expect(toHex(encodeCbor({ bb: 1, a: 2, c: 3, '￿': 4, '\u{10000}': 5 }))).toBe(
      toHex(encodeCbor({ '\u{10000}': 5, '￿': 4, c: 3, a: 2, bb: 1 })),
    );
  });

  it.each([
    ['a lone surrogate', { a: '\ud800' }],
    ['a lone surrogate as a key', { '\udc00': 1 }],
    ['NaN', { a: Number.NaN }],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['a fraction', 0.5],
    ['a number beyond 2^53', 2 ** 53],
    ['a bigint beyond int64', 2n ** 63n],
    ['undefined', { a: undefined }],
    ['a hole in an array', new Array<number>(1)],
    ['a Map', new Map([['a', 1]])],
    ['a Date', new Date(0)],
    ['a symbol key', { [Symbol('a')]: 1 }],
    ['a function', () => 1],
    ['another typed array', new Uint16Array(1)],
  ])('refuses %s', (_, value) => {
    expect(codeOf(() => encodeCbor(value as CborValue))).toBe('enc.encode');
  });

  it('refuses a value that contains itself', () => {
    const loop: CborValue[] = [];
    loop.push(loop);
    expect(codeOf(() => encodeCbor(loop))).toBe('enc.encode');
  });

  it('names the place of what it refuses', () => {
    expect(() => encodeCbor({ a: [1, { b: Number.NaN }] })).toThrow('a.1.b');
  });

  it.each([
    ['nothing', '', 'enc.decode'],
    ['a text cut short', '6261', 'enc.decode'],
    ['a tag', 'c001', 'enc.decode'],
    ['half, single and double floats', 'f93c00', 'enc.decode'],
    ['undefined', 'f7', 'enc.decode'],
    ['a simple value of one byte', 'f820', 'enc.decode'],
    ['a reserved head', '1c', 'enc.decode'],
    ['a break', 'ff', 'enc.indefinite_length'],
    ['a key that is no text', 'a10102', 'enc.decode'],
    ['an integer beyond int64', '1b8000000000000000', 'enc.decode'],
    ['a negative integer beyond int64', '3b8000000000000000', 'enc.decode'],
    ['a list longer than the bytes', '9b00ffffffffffffff', 'enc.decode'],
    ['a map longer than the bytes', 'bb7fffffffffffffff', 'enc.decode'],
    ['an indefinite text', '7f6161ff', 'enc.indefinite_length'],
    ['an indefinite list', '9f01ff', 'enc.indefinite_length'],
    ['a trailing byte', '0000', 'enc.trailing_bytes'],
    ['a surrogate in UTF-8', '63eda080', 'enc.invalid_utf8'],
    ['an overlong UTF-8 form', '62c080', 'enc.invalid_utf8'],
    ['a long head for a short integer', '1817', 'enc.non_canonical_cbor'],
    ['a long head for a short text', '780161', 'enc.non_canonical_cbor'],
    ['keys out of order', 'a2616201616102', 'enc.non_canonical_cbor'],
    ['a key twice, side by side', 'a2616101616102', 'enc.duplicate_map_key'],
    ['a key twice, far apart', 'a3616101616202616103', 'enc.duplicate_map_key'],
  ])('refuses %s on reading', (_, hex, code) => {
    expect(codeOf(() => decodeCbor(fromHex(hex)))).toBe(code);
  });

  it('reads as deep as it writes, and no deeper', () => {
    const nested = (depth: number): string => '81'.repeat(depth) + '00';
    expect(toHex(encodeCbor(decodeCbor(fromHex(nested(MAX_CBOR_DEPTH)))))).toBe(nested(MAX_CBOR_DEPTH));
    expect(codeOf(() => decodeCbor(fromHex(nested(MAX_CBOR_DEPTH + 1))))).toBe('enc.decode');
    expect(codeOf(() => decodeCbor(fromHex(nested(200_000))))).toBe('enc.decode');
  });

  it('takes __proto__ for a key like any other', () => {
    const bytes = fromHex('a1695f5f70726f746f5f5fa16161' + '01');
    const value = decodeCbor(bytes) as Record<string, CborValue>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(toHex(encodeCbor(value))).toBe(toHex(bytes));
  });

  it('keeps a byte order mark as part of the text', () => {
    expect(decodeCbor(encodeCbor('\ufeffa'))).toBe('\ufeffa');
  });

  it('gives back every value it wrote', () => {
    fc.assert(fc.property(anyValue, (value) => expect(decodeCbor(encodeCbor(value))).toEqual(value)));
  });

  it('accepts only the one encoding of a value, and never breaks on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        let value: CborValue;
        try {
          value = decodeCbor(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(SpineError);
          return;
        }
        expect(toHex(encodeCbor(value))).toBe(toHex(bytes));
      }),
      { numRuns: 5000 },
    );
  });

  it('accepts no second encoding of a value made by changing one byte', () => {
    fc.assert(
      fc.property(anyValue, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, mask) => {
        const bytes = encodeCbor(value);
        const changed = bytes.map((byte, i) => (i === place % bytes.length ? byte ^ mask : byte));
        try {
          expect(toHex(encodeCbor(decodeCbor(changed)))).toBe(toHex(changed));
        } catch (error) {
          if (!(error instanceof SpineError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([20, 32, 33, 127, 4_095, 4_096, 4_097])(
  'A text of %i letters is written whole, whatever letters it ends in',
  (length) => {
    for (const end of ['x', 'ä', '€', '😀'])
      for (const text of [end.padStart(length, 'x'), end.padEnd(length, 'x')])
        expect(decodeCbor(encodeCbor({ text }))).toEqual({ text });
    for (const text of ['\ud800'.padStart(length, 'x'), '\udc00'.padEnd(length, 'x')])
      expect(codeOf(() => encodeCbor({ text }))).toBe('enc.encode');
  },
);
