import { fromHex } from './bytes.ts';
import { portableVerifySignature, verifySignature } from './signature.ts';

/** RFC 8032, section 7.1: public key, message, signature. */
const RFC_8032 = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
].map((row) => row.map(fromHex) as [Uint8Array, Uint8Array, Uint8Array]);

describe.each([
  ['the platform', verifySignature],
  ['plain JavaScript', portableVerifySignature],
])('Ed25519 by %s', (_, verify) => {
  it.each(RFC_8032)('accepts RFC 8032 test %#', async (key, message, signature) => {
    expect(await verify(key, message, signature)).toBe(true);
  });

  it.each(RFC_8032)('refuses test %# with a changed message, key or signature', async (key, message, signature) => {
    const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, i) => (i === 5 ? byte ^ 1 : byte));
    expect(await verify(key, Uint8Array.of(...message, 0), signature)).toBe(false);
    expect(await verify(flipped(key), message, signature)).toBe(false);
    expect(await verify(key, message, flipped(signature))).toBe(false);
  });

  it.each(RFC_8032)(
    'accepts one form of the signature of test %#: not the one with the order added',
    async (key, message, signature) => {
      const order = 2n ** 252n + 27742317777372353535851937790883648493n;
      const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
      const other = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
      expect(await verify(key, message, Uint8Array.of(...signature.subarray(0, 32), ...other))).toBe(false);
    },
  );

  it('believes no key under which one signature fits every message', async () => {
    const neutral = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0));
    const signature = Uint8Array.of(...neutral, ...new Uint8Array(32));
    expect(await verify(neutral, Uint8Array.of(1), signature)).toBe(false);
  });

  it('refuses bytes of a wrong length without throwing', async () => {
    const [key, message, signature] = RFC_8032[0]!;
    expect(await verify(key.subarray(1), message, signature)).toBe(false);
    expect(await verify(key, message, signature.subarray(1))).toBe(false);
    expect(await verify(new Uint8Array(), message, new Uint8Array())).toBe(false);
  });
});
