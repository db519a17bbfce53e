import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { toHex } from './bytes.ts';
import { nobleHasher } from './hash.ts';
import { nodeHasher } from './node/hash.ts';

describe('both hashers', () => {
  it.each([
    ['portable', nobleHasher],
    ['node', nodeHasher],
  ])('give the FIPS 180-4 example (%s)', (_, hasher) => {
    const parts = [new TextEncoder().encode('a'), new TextEncoder().encode('bc')];
    expect(toHex(hasher.sha256(...parts))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('agree with node:crypto at every length near a block, and where long inputs begin', () => {
    const near = (length: number): number[] => Array.from({ length: 5 }, (_, i) => length - 2 + i);
    const lengths = [...Array.from({ length: 200 }, (_, i) => i), ...near(8 * 1024), 20_000];
    for (const length of lengths) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31) % 251);
      const expected = createHash('sha256').update(bytes).digest('hex');
      for (const hasher of [nobleHasher, nodeHasher]) {
        expect([length, toHex(hasher.sha256(bytes.subarray(0, 7), bytes.subarray(7)))]).toEqual([length, expected]);
      }
    }
  });

  it('agree on any parts', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), (parts) => {
        expect(toHex(nobleHasher.sha256(...parts))).toBe(toHex(nodeHasher.sha256(...parts)));
      }),
    );
  });
});
