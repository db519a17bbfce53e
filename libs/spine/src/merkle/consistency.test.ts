import { refusal } from '../../fixtures/refusal.ts';
import fc from 'fast-check';
import { nodeHasher } from '../node/hash.ts';
import { consistencyProof, verifyConsistency } from './consistency.ts';
import { rootOf } from './frontier.ts';
import { EMPTY_ROOT, leafHash } from './hash.ts';
import { leafReader } from './subtrees.ts';

const LEAVES = Array.from({ length: 1200 }, (_, i) => leafHash(Uint8Array.of(i >> 8, i & 255), nodeHasher));
const READ = leafReader(LEAVES, nodeHasher);
const head = (size: number) => ({ size, root: rootOf(LEAVES.slice(0, size), nodeHasher) });
const REFUSED = refusal('merkle.consistency_invalid');

describe('a consistency proof', () => {
  it('holds between every two small logs', async () => {
    for (let after = 0; after <= 33; after++) {
      for (let before = 0; before <= after; before++) {
        const proof = await consistencyProof(before, after, READ, nodeHasher);
        expect(() => verifyConsistency({ before: head(before), after: head(after), proof }, nodeHasher)).not.toThrow();
      }
    }
  });

  it('is refused when anything about it is changed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1199 }), fc.nat(), fc.nat(), async (before, grow, n) => {
        const after = before + 1 + (grow % (1200 - before));
        const proof = await consistencyProof(before, after, READ, nodeHasher);
        const claim = { before: head(before), after: head(after), proof };
        const changed = proof.map((node, at) => (at === n % proof.length ? node.map((byte) => byte ^ 1) : node));
        expect(() => verifyConsistency(claim, nodeHasher)).not.toThrow();
        expect(() => verifyConsistency({ ...claim, proof: changed }, nodeHasher)).toThrow(REFUSED);
        expect(() => verifyConsistency({ ...claim, proof: proof.slice(1) }, nodeHasher)).toThrow(REFUSED);
        expect(() => verifyConsistency({ ...claim, proof: [...proof, LEAVES[0]!] }, nodeHasher)).toThrow(REFUSED);
        expect(() =>
          verifyConsistency({ ...claim, before: { ...claim.before, root: LEAVES[1]! } }, nodeHasher),
        ).toThrow(REFUSED);
        expect(() => verifyConsistency({ ...claim, after: { ...claim.after, root: LEAVES[1]! } }, nodeHasher)).toThrow(
          REFUSED,
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['a log that shrank', head(5), head(4), []],
    ['two roots of one size', head(4), { size: 4, root: LEAVES[0]! }, []],
    ['a proof where none belongs', head(4), head(4), [LEAVES[0]!]],
    ['an empty log with a root of its own', { size: 0, root: LEAVES[0]! }, head(4), []],
    ['two empty logs with other roots', { size: 0, root: EMPTY_ROOT }, { size: 0, root: LEAVES[0]! }, []],
    ['a node of another length', head(4), head(5), [new Uint8Array(31)]],
    ['no proof', head(3), head(5), []],
    [
      'sizes beyond 2^53',
      { size: 2n ** 62n, root: LEAVES[0]! },
      { size: 2n ** 62n + 1n, root: LEAVES[1]! },
      [LEAVES[2]!],
    ],
  ])('does not cover %s', (_, before, after, proof) => {
    expect(() => verifyConsistency({ before, after, proof })).toThrow(REFUSED);
  });

  it('cannot be asked for a log that is not a prefix', async () => {
    await expect(consistencyProof(6, 5, READ)).rejects.toMatchObject({ code: 'record.index_out_of_range' });
  });
});
