import { refusal } from '../fixtures/refusal.ts';
import { externalRun, KEYRING, OTHER_SIGNER, sealRun } from '../fixtures/runs.ts';
import { concat } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { decodeEventProof, encodeEventProof, verifyEventProof } from './event-proof.ts';
import type { EventProof } from './event-proof.ts';
import { inclusionProof, leafReader } from './merkle.ts';
import { decodeRecord } from './record.ts';

async function proofOf(index: number, signer?: typeof OTHER_SIGNER): Promise<EventProof> {
  const sealed = await sealRun(externalRun(), signer);
  const size = sealed.leaves.length;
  return {
    size,
    index,
    canonical: sealed.canonicals[index]!,
    inclusion: await inclusionProof(index, size, leafReader(sealed.leaves)),
    checkpoint: decodeRecord(sealed.record).checkpoint,
  };
}

describe('an event proof', () => {
  it('proves each event of a sealed run by itself', async () => {
    for (let index = 0; index < 12; index++) {
      const proven = await verifyEventProof(encodeEventProof(await proofOf(index)), KEYRING);
      expect(proven.event.seq).toBe(BigInt(index + 1));
      expect(proven.index).toBe(BigInt(index));
    }
  });

  it('comes back from its bytes', async () => {
    const proof = await proofOf(3);
    expect(decodeEventProof(encodeEventProof(proof))).toEqual(proof);
  });

  it.each<[string, Partial<EventProof>, string]>([
    ['another event', { canonical: Uint8Array.of(1) }, 'merkle.inclusion_invalid'],
    ['another place', { index: 4 }, 'merkle.inclusion_invalid'],
    ['another size', { size: 11 }, 'record.size_mismatch'],
    ['a place outside', { index: 12 }, 'record.index_out_of_range'],
    ['a path cut short', { inclusion: [] }, 'merkle.missing_node'],
    ['another head', { checkpoint: Uint8Array.of(0) }, 'sign.signature_invalid'],
  ])('with %s is refused', async (_, change, code) => {
    const bytes = encodeEventProof({ ...(await proofOf(3)), ...change });
    await expect(verifyEventProof(bytes, KEYRING)).rejects.toThrow(refusal(code));
  });

  it('of a log longer than a number can count is read', async () => {
    const proof = { ...(await proofOf(3)), size: 2n ** 60n, index: 2n ** 59n };
    expect(decodeEventProof(encodeEventProof(proof))).toEqual(proof);
  });

  it('by a key that is not trusted is refused', async () => {
    const bytes = encodeEventProof(await proofOf(3, OTHER_SIGNER));
    await expect(verifyEventProof(bytes, KEYRING)).rejects.toThrow(refusal('sign.unknown_key'));
  });

  it.each([
    ['a list', encodeCbor([]), 'record.decode'],
    ['a map without its fields', encodeCbor({ size: 1 }), 'record.decode'],
    ...[null, 'a', 1, Uint8Array.of(1)].map((odd): [string, Uint8Array, string] => [
      `${typeof odd} instead of a map`,
      encodeCbor(odd),
      'record.decode',
    ]),
    ...['size', 'index', 'canonical', 'inclusion', 'checkpoint'].flatMap((field) =>
      [null, 'a', { a: 1 }, [1], ...(field === 'inclusion' ? [[Uint8Array.of(1), 'a']] : [])].map(
        (odd): [string, Uint8Array, string] => [
          `${JSON.stringify(odd)} as its ${field}`,
          encodeCbor({
            ...{ size: 1, index: 0, canonical: new Uint8Array(), inclusion: [], checkpoint: new Uint8Array() },
            [field]: odd,
          }),
          'record.decode',
        ],
      ),
    ),
    ['bytes behind it', concat([encodeCbor({ size: 1 }), Uint8Array.of(0)]), 'record.decode'],
    ['an encoding that is not the shortest', Uint8Array.of(0xb8, 0), 'record.non_canonical'],
    ['bytes that are no CBOR', Uint8Array.of(255), 'record.decode'],
    [
      'a negative index',
      encodeCbor({ size: 1, index: -1, canonical: new Uint8Array(), inclusion: [], checkpoint: new Uint8Array() }),
      'record.decode',
    ],
    [
      'a list of texts',
      encodeCbor({ size: 1, index: 0, canonical: new Uint8Array(), inclusion: ['a'], checkpoint: new Uint8Array() }),
      'record.decode',
    ],
    [
      'a field too many',
      encodeCbor({
        size: 1,
        index: 0,
        canonical: new Uint8Array(),
        inclusion: [],
        checkpoint: new Uint8Array(),
        more: 1,
      }),
      'record.non_canonical',
    ],
  ])('is not read from %s', (_, bytes, code) => {
    expect(() => decodeEventProof(bytes)).toThrow(refusal(code));
  });
});
