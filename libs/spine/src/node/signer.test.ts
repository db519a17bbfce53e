import { refusal } from '../../fixtures/refusal.ts';
import { generateKeyPairSync } from 'node:crypto';
import { toHex } from '../bytes.ts';
import { keyIdOf } from '../keys.ts';
import { verifySignature } from '../signature.ts';
import { generateSigner, signerFromSeed, signerOf } from './signer.ts';

describe('a signer', () => {
  it('of the RFC 8032 seed signs as the RFC says', async () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const signer = signerFromSeed(seed);
    expect(toHex(signer.publicKey)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    expect(toHex(await signer.sign(new Uint8Array()))).toMatch(/^e5564300c360ac72/);
  });

  it('names its key and signs what verifies under it', async () => {
    const signer = generateSigner();
    const message = Uint8Array.of(1, 2, 3);
    expect(signer.keyId).toBe(keyIdOf(signer.publicKey));
    expect(await verifySignature(signer.publicKey, message, await signer.sign(message))).toBe(true);
  });

  it('is a new one each time', () => {
    expect(generateSigner().keyId).not.toBe(generateSigner().keyId);
  });

  it('does not show its private key', () => {
    expect(JSON.stringify(generateSigner())).not.toContain('PRIVATE');
    expect(Object.keys(generateSigner()).sort()).toEqual(['keyId', 'publicKey', 'sign']);
  });

  it('is not made from a key of another kind or a seed of another length', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const badKey = refusal('sign.bad_key');
    expect(() => signerOf(rsa.privateKey)).toThrow(badKey);
    expect(() => signerOf(rsa.publicKey)).toThrow(badKey);
    expect(() => signerFromSeed(new Uint8Array(31))).toThrow(refusal('runseal.bad_length'));
  });
});
