import fc from 'fast-check';
import { packedLeaves } from './packed-leaves.ts';

test('Packed leaves are those of a list, wherever their bytes were cut, and nothing beside them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 9 }),
      fc.nat(31),
      fc.array(fc.nat(300), { maxLength: 5 }),
      (leaves, left, cuts) => {
        const bytes = Buffer.concat([...leaves, new Uint8Array(left)]);
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
        const packed = packedLeaves(places.slice(1).map((end, i) => bytes.subarray(places[i], end)));
        expect(packed.length).toBe(leaves.length);
        expect(Array.from(leaves, (_, index) => [...packed.at(index)!])).toEqual(leaves.map((leaf) => [...leaf]));
        expect([packed.at(-1), packed.at(leaves.length)]).toEqual([undefined, undefined]);
      },
    ),
  );
});
