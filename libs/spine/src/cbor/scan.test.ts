import fc from 'fast-check';
import { anyValue } from '../../fixtures/values.ts';
import { fromHex, toHex } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { decodeCbor } from './decode.ts';
import { encodeCbor } from './encode.ts';
import { MAX_CBOR_DEPTH } from './limits.ts';
import { CborScan } from './scan.ts';

function scanned(bytes: Uint8Array): boolean {
  const scan = new CborScan(bytes);
  return scan.value(0) && scan.at === bytes.length;
}

function decoded(bytes: Uint8Array): boolean {
  try {
    decodeCbor(bytes);
    return true;
  } catch (error) {
    if (error instanceof SpineError) return false;
    throw error;
  }
}

const agrees = (bytes: Uint8Array): void => expect(scanned(bytes)).toBe(decoded(bytes));

describe('a scan', () => {
  it('passes every value there is', () => {
    fc.assert(fc.property(anyValue, (value) => expect(scanned(encodeCbor(value))).toBe(true)));
  });

  it('agrees with the decoder about any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), agrees), { numRuns: 5000 });
  });

  it('agrees with the decoder about a value whose bytes were changed, left out or doubled', () => {
    const damage = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 3 }), fc.uint8Array({ maxLength: 3 }));
    fc.assert(
      fc.property(anyValue, damage, (value, [place, left, more]) => {
        const bytes = encodeCbor(value);
        const at = place % bytes.length;
        agrees(Uint8Array.from([...bytes.subarray(0, at), ...more, ...bytes.subarray(at + left)]));
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with the decoder about every first byte, alone and as a key', () => {
    const disagreed: string[] = [];
    for (let first = 0; first < 256; first++) {
      for (const second of [0x00, 0x17, 0x18, 0x1b, 0x60, 0x61, 0x7f, 0x80, 0xc3, 0xff]) {
        for (const bytes of [
          [first, second],
          [0xa2, first, second, 0x00, 0x61, 0x62, 0x00],
        ].map((all) => Uint8Array.from(all)))
          if (scanned(bytes) !== decoded(bytes)) disagreed.push(toHex(bytes));
      }
    }
    expect(disagreed).toEqual([]);
  });

  it.each([
    ['1b7fffffffffffffff', true],
    ['1b8000000000000000', false],
    ['3b7fffffffffffffff', true],
    ['3b8000000000000000', false],
    ['1b0000000100000000', true],
    ['1b00000000ffffffff', false],
    ['1a0000ffff', false],
    ['1900ff', false],
    ['9bffffffffffffffff', false],
    ['bbffffffffffffffff', false],
    ['7bffffffffffffffff61', false],
    ['a2616101616202', true],
    ['a2616201616102', false],
    ['a2616101616102', false],
    ['a262616101616202', false],
    ['63eda080', false],
    ['62c3bc', true],
    ['', false],
  ])('of %s says %p', (hex, accepts) => {
    expect(scanned(fromHex(hex))).toBe(accepts);
    agrees(fromHex(hex));
  });

  it('goes as deep as the decoder', () => {
    for (const wrap of ['81', 'a16161']) {
      for (const depth of [MAX_CBOR_DEPTH, MAX_CBOR_DEPTH + 1]) agrees(fromHex(wrap.repeat(depth) + '00'));
    }
    expect(scanned(fromHex('81'.repeat(200_000) + '00'))).toBe(false);
  });
});
