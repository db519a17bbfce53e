/** Signing keys in files: PKCS #8 PEM, readable by their owner alone. */
import { createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { SpineError } from '../errors.ts';
import type { Signer } from '../keys.ts';
import { signerOf } from './signer.ts';

export interface KeyFileOptions {
  /** `create` writes a fresh key where there is none. Default `refuse`: a lost key is not silently replaced. */
  readonly ifMissing?: 'create' | 'refuse';
}

/**
 * The signer whose key is in that file. Throws `runseal.key_missing`, `runseal.key_exposed` (others may read it; make it
 * 0600, and take a new key if somebody may have), `runseal.key_unreadable` or `sign.bad_key`.
 */
export function fileSigner(path: string, options: KeyFileOptions = {}): Signer {
  try {
    return signerOf(readKey(path));
  } catch (cause) {
    if (!isMissing(cause)) throw asKeyError(cause, path);
    if (options.ifMissing !== 'create') {
      throw new SpineError(
        'runseal.key_missing',
        `there is no key file ${path}; create one or point to the right one`,
        { cause },
      );
    }
  }
  try {
    createKey(path);
    // Read back rather than use what was made: if another process was first, its key is the one that counts.
    return signerOf(readKey(path));
  } catch (cause) {
    throw asKeyError(cause, path);
  }
}

function readKey(path: string): KeyObject {
  const file = openSync(path, 'r');
  try {
    // Judged on the open file, so that it cannot be exchanged between the look and the read.
    const mode = fstatSync(file).mode & 0o777;
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new SpineError(
        'runseal.key_exposed',
        `the key file ${path} has mode ${mode.toString(8)}; others can reach it: chmod 600, and replace the key if they did`,
      );
    }
    return createPrivateKey(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

function createKey(path: string): void {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeFileSync(file, pem);
    fsyncSync(file);
    // A link appears whole or not at all, and never replaces a key that is already there.
    linkSync(draft, path);
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}

function asKeyError(cause: unknown, path: string): SpineError {
  if (cause instanceof SpineError) return cause;
  if (codeOf(cause)?.startsWith('E') === true && !codeOf(cause)!.startsWith('ERR_')) {
    return new SpineError('runseal.key_unreadable', `the key file ${path} cannot be used (${codeOf(cause)!})`, {
      cause,
    });
  }
  return new SpineError('sign.bad_key', `the file ${path} does not hold a private key in PEM`, { cause });
}

function isMissing(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT';
}

function codeOf(cause: unknown): string | undefined {
  // Not `instanceof`: an error of another realm (a test's own, a worker's) is one too.
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}
