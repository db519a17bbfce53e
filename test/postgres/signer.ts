import { generateKeyPairSync, sign } from 'node:crypto';
import { keyIdOf, type Signer } from '@runseal/spine';

/** A fresh key, in memory. */
export function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  // The raw key is the end of its DER form.
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  return {
    keyId: keyIdOf(raw),
    publicKey: raw,
    sign: (message) => Promise.resolve(new Uint8Array(sign(null, message, privateKey))),
  };
}
