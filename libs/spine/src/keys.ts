/** Key ids name a key by itself; which keys are trusted comes from outside, as a keyring. */
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { equalBytes, expectBytes } from './bytes.ts';
import { SpineError } from './errors.ts';
import type { TrustedKey } from './verdicts.ts';

/** Bytes of a raw Ed25519 public key. */
export const PUBLIC_KEY_BYTES = 32;
const PREFIX = 'ed25519:';

/** Whoever holds the private key. It may live in a file, a KMS or an HSM. */
export interface Signer {
  /** `ed25519:` + base64url of the raw public key. */
  readonly keyId: string;
  /** 32 bytes, raw Ed25519. */
  readonly publicKey: Uint8Array;
  /** Raw 64-byte Ed25519 signature over the message. */
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The keys a verifier trusts: key id → raw public key, or a list. */
export type Keyring = ReadonlyMap<string, Uint8Array> | readonly TrustedKey[];

/** `ed25519:` + base64url of a raw Ed25519 public key (32 bytes). */
export function keyIdOf(publicKey: Uint8Array): string {
  expectBytes('publicKey', publicKey, PUBLIC_KEY_BYTES);
  return PREFIX + toBase64Url(publicKey);
}

/** The raw public key a key id names. Throws `sign.bad_key` when the id is not one of ours. */
export function publicKeyOf(keyId: string): Uint8Array {
  try {
    if (!keyId.startsWith(PREFIX)) throw new TypeError(`it does not begin with ${PREFIX}`);
    const publicKey = fromBase64Url(keyId.slice(PREFIX.length));
    expectBytes('publicKey', publicKey, PUBLIC_KEY_BYTES);
    return publicKey;
  } catch (cause) {
    throw new SpineError('sign.bad_key', `this is not a key id (${PREFIX} and 43 letters of base64url)`, { cause });
  }
}

/** The trusted public key of that id, or undefined. Throws `sign.bad_key` for a keyring that contradicts itself. */
export function trustedKey(keyring: Keyring, keyId: string): Uint8Array | undefined {
  const found = isMap(keyring) ? keyring.get(keyId) : keyring.find((key) => key.keyId === keyId)?.publicKey;
  if (found === undefined) return undefined;
  if (found.length !== PUBLIC_KEY_BYTES) {
    throw new SpineError(
      'sign.bad_key',
      `the key ${keyId} in the keyring has ${found.length} bytes, not ${PUBLIC_KEY_BYTES}`,
    );
  }
  if (keyId.startsWith(PREFIX) && !equalBytes(found, publicKeyOf(keyId))) {
    throw new SpineError('sign.bad_key', `the keyring holds another key under ${keyId} than the one that id names`);
  }
  return found;
}

function isMap(keyring: Keyring): keyring is ReadonlyMap<string, Uint8Array> {
  return !Array.isArray(keyring);
}
