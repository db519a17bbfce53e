/** Ed25519 verification (RFC 8032) that runs everywhere, behind one function so that a caller may put its own in place. */
import { ed25519 } from '@noble/curves/ed25519.js';

/** True when `signature` (64 bytes) over `message` was made by the private half of `publicKey` (32 bytes). Never throws. */
export type SignatureVerifier = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** WebCrypto where it has Ed25519, else the portable implementation. Bytes of a wrong length never verify. */
export const verifySignature: SignatureVerifier = async (publicKey, message, signature) => {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  return (
    (await webCryptoVerify(publicKey, message, signature)) ??
    (await portableVerifySignature(publicKey, message, signature))
  );
};

/** Ed25519 in plain JavaScript, by the strict rules of RFC 8032. */
export const portableVerifySignature: SignatureVerifier = (publicKey, message, signature) => {
  try {
    return Promise.resolve(ed25519.verify(signature, message, publicKey, { zip215: false }));
  } catch {
    return Promise.resolve(false);
  }
};

/** Null when this platform cannot say: no WebCrypto (an insecure page), no Ed25519 in it, or a key it cannot read. */
async function webCryptoVerify(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | null> {
  const subtle = (globalThis.crypto as typeof globalThis.crypto | undefined)?.subtle;
  if (subtle === undefined) return null;
  try {
    const key = await subtle.importKey('raw', owned(publicKey), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, owned(signature), owned(message));
  } catch {
    return null;
  }
}

/** WebCrypto takes no views of shared memory, and the types say so. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
