import { refusal } from '../fixtures/refusal.ts';
import { KEYRING, OTHER_SIGNER, SIGNER } from '../fixtures/runs.ts';
import { concat, fromHex, toHex } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { openCheckpoint, readCheckpoint, signCheckpoint } from './checkpoint.ts';
import { protectedHeader, signedBytes, writeCose } from './checkpoint/cose.ts';
import { portableVerifySignature } from './signature.ts';

const HEAD = { origin: 'runseal.test', root: new Uint8Array(32).fill(5), size: 12 };

async function signedPayload(
  payload: Uint8Array,
  header = protectedHeader(new TextEncoder().encode(SIGNER.keyId)),
): Promise<Uint8Array> {
  return writeCose({ header, payload, signature: await SIGNER.sign(signedBytes(header, payload)) });
}

describe('a checkpoint', () => {
  it('opens under the key that signed it', async () => {
    const opened = await openCheckpoint(await signCheckpoint(HEAD, SIGNER), KEYRING);
    expect(opened).toEqual({ ...HEAD, size: 12n, keyId: SIGNER.keyId });
  });

  it('opens without WebCrypto too', async () => {
    const bytes = await signCheckpoint(HEAD, SIGNER);
    await expect(openCheckpoint(bytes, KEYRING, portableVerifySignature)).resolves.toMatchObject({ size: 12n });
  });

  it('begins with tag 18 and the pinned header', async () => {
    expect(toHex(await signCheckpoint(HEAD, SIGNER))).toMatch(/^d28458..a3013203782a6170706c69636174696f6e/);
  });

  it('can be read for display without trusting anybody', async () => {
    const { keyId, size } = readCheckpoint(await signCheckpoint(HEAD, OTHER_SIGNER));
    expect([keyId, size]).toEqual([OTHER_SIGNER.keyId, 12n]);
  });

  it('by a key that is not trusted is refused', async () => {
    await expect(openCheckpoint(await signCheckpoint(HEAD, OTHER_SIGNER), KEYRING)).rejects.toThrow(
      refusal('sign.unknown_key'),
    );
  });

  it('by another key under a trusted name is refused', async () => {
    const impostor = { ...OTHER_SIGNER, keyId: SIGNER.keyId };
    await expect(openCheckpoint(await signCheckpoint(HEAD, impostor), KEYRING)).rejects.toThrow(
      refusal('sign.signature_invalid'),
    );
  });

  it('is refused with any one bit flipped', async () => {
    const bytes = await signCheckpoint(HEAD, SIGNER);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const at = bit >> 3;
      const changed = bytes.with(at, bytes[at]! ^ (1 << (bit & 7)));
      await expect(openCheckpoint(changed, KEYRING)).rejects.toThrow(refusal(/^sign\./));
    }
  });

  it.each([
    ['that is not a map', encodeCbor([1])],
    ['without an origin', encodeCbor({ root: HEAD.root, size: 1 })],
    ['with a field too many', encodeCbor({ ...HEAD, extra: 1 })],
    ['with a short root', encodeCbor({ ...HEAD, root: new Uint8Array(16) })],
    ['with a negative size', encodeCbor({ ...HEAD, size: -1 })],
    ['with a text as size', encodeCbor({ ...HEAD, size: '1' })],
    ['with a number as origin', encodeCbor({ ...HEAD, origin: 1 })],
    ['with a text as root', encodeCbor({ ...HEAD, root: 'x'.repeat(32) })],
    ['that is a list of three', encodeCbor([1, 2, 3])],
    ['with bytes after it', concat([encodeCbor(HEAD), Uint8Array.of(0)])],
    ['that is empty', new Uint8Array()],
  ])('over a payload %s is refused', async (_, payload) => {
    await expect(openCheckpoint(await signedPayload(payload), KEYRING)).rejects.toThrow(
      refusal('sign.checkpoint_decode'),
    );
  });

  const kid = `58${SIGNER.keyId.length.toString(16)}${toHex(new TextEncoder().encode(SIGNER.keyId))}`;
  const type = '782a' + toHex(new TextEncoder().encode('application/vnd.provetrail.checkpoint+cbor'));
  it.each([
    ['algorithm -8', `a30127` + `03${type}04${kid}`, 'sign.signature_invalid'],
    ['no algorithm', `a2` + `03${type}04${kid}`, 'sign.signature_invalid'],
    ['a fourth claim', `a40132` + `03${type}04${kid}0500`, 'sign.signature_invalid'],
    ['claims out of order', `a3` + `03${type}013204${kid}`, 'sign.signature_invalid'],
    ['a claim twice', `a3` + `03${type}03${type}04${kid}`, 'sign.signature_invalid'],
    ['no content type', `a20132` + `04${kid}`, 'sign.bad_content_type'],
    ['no key id', `a20132` + `03${type}`, 'sign.unknown_key'],
    ['an empty key id', `a30132` + `03${type}0440`, 'sign.unknown_key'],
    ['a text for its key id', `a30132` + `03${type}0461` + '61', 'sign.unknown_key'],
    [
      'a mark before its key id',
      `a30132` + `03${type}0458${(SIGNER.keyId.length + 3).toString(16)}efbbbf${kid.slice(4)}`,
      'sign.unknown_key',
    ],
    ['bytes behind it', `a30132` + `03${type}04${kid}00`, 'sign.signature_invalid'],
    ['a key id that is no text', `a30132` + `03${type}0441ff`, 'sign.unknown_key'],
    ['a list for a header', '80', 'sign.signature_invalid'],
  ])('with %s in its header is refused, though signed', async (_, header, code) => {
    await expect(openCheckpoint(await signedPayload(encodeCbor(HEAD), fromHex(header)), KEYRING)).rejects.toThrow(
      refusal(code),
    );
  });

  it('has one form: nothing stands behind it, and its signature has 64 bytes', async () => {
    const bytes = await signCheckpoint(HEAD, SIGNER);
    for (const more of [Uint8Array.of(0), bytes])
      await expect(openCheckpoint(concat([bytes, more]), KEYRING)).rejects.toThrow(refusal('sign.signature_invalid'));
    const header = protectedHeader(new TextEncoder().encode(SIGNER.keyId));
    const payload = encodeCbor(HEAD);
    const signature = await SIGNER.sign(signedBytes(header, payload));
    const anything = () => Promise.resolve(true);
    for (const other of [signature.subarray(1), concat([signature, Uint8Array.of(0)])])
      await expect(openCheckpoint(writeCose({ header, payload, signature: other }), KEYRING, anything)).rejects.toThrow(
        refusal('sign.signature_invalid'),
      );
  });

  it('of a log that is empty, or longer than a number can count, keeps its size', async () => {
    for (const size of [0n, 2n ** 60n])
      expect((await openCheckpoint(await signCheckpoint({ ...HEAD, size }, SIGNER), KEYRING)).size).toBe(size);
  });

  it('is not made over a root that is none', async () => {
    await expect(signCheckpoint({ ...HEAD, root: new Uint8Array(31) }, SIGNER)).rejects.toThrow(
      refusal('runseal.bad_length'),
    );
  });

  it.each(['', 'd284', 'd2844040', '8440a04040', 'd28443a10126a0405840' + '00'.repeat(64), '00'])(
    'is not read from %j',
    async (hex) => {
      await expect(openCheckpoint(fromHex(hex), KEYRING)).rejects.toThrow(refusal(/^sign\./));
    },
  );

  it('is not signed by a signer without a name, a broken one, or one whose key is another', async () => {
    await expect(signCheckpoint(HEAD, { ...SIGNER, keyId: '' })).rejects.toThrow(refusal('sign.empty_key_id'));
    const broken = { ...SIGNER, sign: () => Promise.reject(new Error('the token was removed')) };
    await expect(signCheckpoint(HEAD, broken)).rejects.toThrow(refusal('sign.sign_failed'));
    await expect(signCheckpoint(HEAD, { ...SIGNER, publicKey: OTHER_SIGNER.publicKey })).rejects.toThrow(
      refusal('sign.bad_key'),
    );
  });
});
