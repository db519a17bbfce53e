/** Ed25519 signing with node:crypto. The private key stays inside a KeyObject; nothing here prints or exports it. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { expectBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { keyIdOf, PUBLIC_KEY_BYTES } from '../keys.ts';
import type { Signer } from '../keys.ts';

/** A signer with a fresh key that exists only in this process. */
export function generateSigner(): Signer {
  return signerOf(generateKeyPairSync('ed25519').privateKey);
}

/** The signer of a 32-byte seed (RFC 8032 private key). The same seed gives the same key. */
export function signerFromSeed(seed: Uint8Array): Signer {
  expectBytes('seed', seed, 32);
  return signerOf(createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' }));
}

/** The signer of a private key. Throws `sign.bad_key` when it is not Ed25519. */
export function signerOf(privateKey: KeyObject): Signer {
  if (privateKey.type !== 'private' || privateKey.asymmetricKeyType !== 'ed25519') {
    throw new SpineError('sign.bad_key', 'a record is signed with an Ed25519 private key; this is another kind of key');
  }
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(spki.length - PUBLIC_KEY_BYTES));
  return {
    keyId: keyIdOf(publicKey),
    publicKey,
    sign: (message) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
}

/** PKCS #8 of an Ed25519 key (RFC 8410, section 7) up to its 32-byte seed. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
