/**
 * A verifier that shares no code with ours reads our records: another CBOR library, node:crypto, and the definition of
 * the Merkle root written out here.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { decode, encode, rfc8949EncodeOptions } from 'cborg';
import { externalRun, nativeRun, sealRun, SIGNER } from '../../libs/spine/fixtures/runs.ts';

const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** RFC 9162, section 2.1.1. */
function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (2 * k < leaves.length) k *= 2;
  return sha256(Uint8Array.of(1), merkleRoot(leaves.slice(0, k)), merkleRoot(leaves.slice(k)));
}

function leaf(canonical: Uint8Array): Uint8Array {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(canonical.length));
  return sha256(Uint8Array.of(0), Buffer.from('provetrail/event/v1\n'), length, canonical);
}

const strict = { rejectDuplicateMapKeys: true, strict: true, allowIndefinite: false, allowUndefined: false };

interface Cose {
  readonly header: Uint8Array;
  readonly payload: Uint8Array;
  readonly signature: Uint8Array;
}

function readCose(bytes: Uint8Array): Cose {
  const tags = { 18: (content: () => unknown) => content() };
  const parts = decode(bytes, { ...strict, tags, useMaps: true }) as [
    Uint8Array,
    Map<number, unknown>,
    Uint8Array,
    Uint8Array,
  ];
  expect(bytes[0]).toBe(0xd2);
  expect(parts).toHaveLength(4);
  expect(parts[1].size).toBe(0);
  return { header: parts[0], payload: parts[2], signature: parts[3] };
}

describe.each([
  ['a native run', nativeRun()],
  ['an external run', externalRun()],
])('the record of %s, read by another CBOR library', (_, drafts) => {
  it('has a signature, a root and events that node:crypto and the RFC agree with', async () => {
    const { record } = await sealRun(drafts);
    const { events, checkpoint } = decode(record, strict) as { events: Uint8Array[]; checkpoint: Uint8Array };
    const cose = readCose(checkpoint);

    const header = decode(cose.header, { ...strict, useMaps: true }) as Map<number, unknown>;
    expect([...header.keys()]).toEqual([1, 3, 4]);
    expect(header.get(1)).toBe(-19);
    expect(header.get(3)).toBe('application/vnd.provetrail.checkpoint+cbor');
    const kid = Buffer.from(header.get(4) as Uint8Array).toString();
    expect(kid).toBe(`ed25519:${Buffer.from(SIGNER.publicKey).toString('base64url')}`);

    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: kid.slice('ed25519:'.length) },
      format: 'jwk',
    });
    const message = encode(['Signature1', cose.header, new Uint8Array(), cose.payload], rfc8949EncodeOptions);
    expect(verify(null, message, key, cose.signature)).toBe(true);
    expect(
      verify(
        null,
        message.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
        key,
        cose.signature,
      ),
    ).toBe(false);

    const { root, size, origin } = decode(cose.payload, strict) as { root: Uint8Array; size: number; origin: string };
    expect([size, origin]).toEqual([events.length, 'runseal.test']);
    expect(Buffer.from(merkleRoot(events.map(leaf))).toString('hex')).toBe(Buffer.from(root).toString('hex'));
  });

  it('has only events that the other library encodes to the same bytes', async () => {
    const { record, canonicals } = await sealRun(drafts);
    const { events } = decode(record, strict) as { events: Uint8Array[] };
    expect(events).toHaveLength(canonicals.length);
    for (const [index, canonical] of events.entries()) {
      const event = decode(canonical, strict) as { seq: number; stream: string; type: string };
      expect([event.seq, event.stream, event.type]).toEqual([
        index + 1,
        'run-0001',
        drafts[index]?.type ?? 'provenance.mix',
      ]);
      expect(Buffer.from(encode(event, rfc8949EncodeOptions)).toString('hex')).toBe(
        Buffer.from(canonical).toString('hex'),
      );
    }
  });
});
