import { refusal } from '../fixtures/refusal.ts';
import { KEYRING, OTHER_SIGNER, SIGNER } from '../fixtures/runs.ts';
import { signCheckpoint } from './checkpoint.ts';
import { decodeConsistencyProof, encodeConsistencyProof, verifyConsistencyProof } from './consistency-proof.ts';
import { consistencyProof, leafHash, leafReader, rootOf } from './merkle.ts';

const LEAVES = Array.from({ length: 9 }, (_, i) => leafHash(Uint8Array.of(i)));

function headAt(size: number, signer = SIGNER, origin = 'log'): Promise<Uint8Array> {
  return signCheckpoint({ origin, size, root: rootOf(LEAVES.slice(0, size)) }, signer);
}

async function proofOf(before: number, after: number) {
  const proof = await consistencyProof(before, after, leafReader(LEAVES));
  return { before: await headAt(before), after: await headAt(after), proof };
}

describe('a consistency proof between signed heads', () => {
  it('holds when the log only grew', async () => {
    const heads = await verifyConsistencyProof(encodeConsistencyProof(await proofOf(3, 9)), KEYRING);
    expect([heads.before.size, heads.after.size]).toEqual([3n, 9n]);
  });

  it('comes back from its bytes', async () => {
    const proof = await proofOf(3, 9);
    expect(decodeConsistencyProof(encodeConsistencyProof(proof))).toEqual(proof);
  });

  it('is refused when the path leads elsewhere', async () => {
    const bytes = encodeConsistencyProof({ ...(await proofOf(3, 9)), proof: [LEAVES[0]!] });
    await expect(verifyConsistencyProof(bytes, KEYRING)).rejects.toThrow(refusal('merkle.consistency_invalid'));
  });

  it('is refused when one head is by a stranger', async () => {
    const bytes = encodeConsistencyProof({ ...(await proofOf(3, 9)), after: await headAt(9, OTHER_SIGNER) });
    await expect(verifyConsistencyProof(bytes, KEYRING)).rejects.toThrow(refusal('sign.unknown_key'));
  });

  it('is refused between heads of two logs', async () => {
    const bytes = encodeConsistencyProof({ ...(await proofOf(3, 9)), after: await headAt(9, SIGNER, 'another log') });
    await expect(verifyConsistencyProof(bytes, KEYRING)).rejects.toThrow(refusal('merkle.consistency_invalid'));
  });
});
