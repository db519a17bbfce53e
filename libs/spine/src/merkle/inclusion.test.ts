import { refusal } from '../../fixtures/refusal.ts';
import fc from 'fast-check';
import { toHex } from '../bytes.ts';
import { nodeHasher } from '../node/hash.ts';
import { rootOf } from './frontier.ts';
import { leafHash } from './hash.ts';
import { inclusionProof, verifyInclusion } from './inclusion.ts';
import { leafReader } from './subtrees.ts';

const LEAVES = Array.from({ length: 140_000 }, (_, i) =>
  leafHash(Uint8Array.of(i >> 16, (i >> 8) & 255, i & 255), nodeHasher),
);
const READ = leafReader(LEAVES, nodeHasher);

describe('an inclusion proof', () => {
  it('holds for every leaf of every small log', async () => {
    for (let size = 1; size <= 33; size++) {
      const root = rootOf(LEAVES.slice(0, size), nodeHasher);
      for (let index = 0; index < size; index++) {
        const proof = await inclusionProof(index, size, READ, nodeHasher);
        expect(() => verifyInclusion({ leaf: LEAVES[index]!, index, size, proof, root }, nodeHasher)).not.toThrow();
      }
    }
  });

  it('needs a handful of reads in a large log, each within one tile', async () => {
    const reads: (readonly [number, number, number])[] = [];
    const size = LEAVES.length;
    const index = 70_001;
    const proof = await inclusionProof(
      index,
      size,
      (level, start, count) => {
        reads.push([level, start, count]);
        return READ(level, start, count);
      },
      nodeHasher,
    );
    const root = rootOf(LEAVES, nodeHasher);
    expect(() => verifyInclusion({ leaf: LEAVES[index]!, index, size, proof, root }, nodeHasher)).not.toThrow();
    expect(reads.length).toBeLessThanOrEqual(6);
    for (const [level, start, count] of reads) {
      expect(level % 8).toBe(0);
      expect(Math.floor(start / 256)).toBe(Math.floor((start + count - 1) / 256));
    }
  });

  it('is refused when anything about it is changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 600 }), fc.nat(), fc.nat(), fc.nat(), async (size, i, n, other) => {
        const index = i % size;
        const root = rootOf(LEAVES.slice(0, size), nodeHasher);
        const proof = await inclusionProof(index, size, READ, nodeHasher);
        const claim = { leaf: LEAVES[index]!, index, size, proof, root };
        const changed = proof.map((node, at) => (at === n % proof.length ? node.map((byte) => byte ^ 1) : node));
        const refused = (claimed: typeof claim): void => {
          expect(() => verifyInclusion(claimed, nodeHasher)).toThrow(
            refusal(/^merkle\.(inclusion_invalid|missing_node)$/),
          );
        };
        refused({ ...claim, proof: changed });
        refused({ ...claim, proof: proof.slice(1) });
        refused({ ...claim, proof: [...proof, root] });
        refused({ ...claim, leaf: LEAVES[size]! });
        refused({ ...claim, root: LEAVES[0]! });
        if (other % size !== index) refused({ ...claim, index: other % size });
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [-1, 5],
    [5, 5],
    [0, 0],
  ])('does not exist for index %i of %i', async (index, size) => {
    const code = 'record.index_out_of_range';
    await expect(inclusionProof(index, size, READ)).rejects.toMatchObject({ code });
    const claim = { leaf: LEAVES[0]!, index, size, proof: [], root: LEAVES[0]! };
    expect(() => verifyInclusion(claim)).toThrow(refusal(code));
  });

  it('speaks of sizes beyond 2^53 without losing a bit', () => {
    const claim = { leaf: LEAVES[0]!, index: 2n ** 62n, size: 2n ** 62n + 1n, proof: [LEAVES[1]!], root: LEAVES[2]! };
    expect(() => verifyInclusion(claim)).toThrow(refusal('merkle.inclusion_invalid'));
    expect(() => verifyInclusion({ ...claim, proof: [] })).toThrow(refusal('merkle.missing_node'));
  });

  it('says so when the store lacks what it needs', async () => {
    await expect(inclusionProof(0, 600, () => [])).rejects.toMatchObject({ code: 'merkle.missing_node' });
  });

  it('has the leaf beside it first', async () => {
    const proof = await inclusionProof(0, 4, READ, nodeHasher);
    expect(toHex(proof[0]!)).toBe(toHex(LEAVES[1]!));
  });
});
