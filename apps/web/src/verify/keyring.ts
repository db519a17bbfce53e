import { fromHex, keyIdOf, parsePlainJson, publicKeyOf, toHex } from '@runseal/spine';

/** A key this reader decided to trust. Kept in this browser and nowhere else. */
export interface KeptKey {
  /** `ed25519:` and the public key in base64url. */
  readonly keyId: string;
  /** 64 hex digits, raw Ed25519. */
  readonly publicKeyHex: string;
  /** How the reader came by it. */
  readonly from: 'pasted' | 'server';
  /** ISO time of the decision. */
  readonly trustedAt: string;
}

/** Reads the stored keyring. Entries that do not hold together are left out, never repaired. */
export function parseKeyring(stored: string | null): readonly KeptKey[] {
  if (stored === null) return [];
  try {
    const entries: unknown = JSON.parse(stored);
    return Array.isArray(entries) ? entries.filter(isKept) : [];
  } catch {
    return [];
  }
}

/**
 * Public keys named in a pasted text: key ids, 64 hex digits, or a keys.json with `publicKeyHex`.
 *
 * @returns hex of each key, each once; empty when there is none
 */
export function keysInText(text: string): readonly string[] {
  const ids = [...text.matchAll(/ed25519:[A-Za-z0-9_-]+/g)].flatMap(([id]) => keyOfId(id));
  const hexes = [...text.matchAll(/(?<![0-9A-Za-z])[0-9a-fA-F]{64}(?![0-9A-Za-z])/g)].map(([hex]) => hex.toLowerCase());
  return [...new Set([...ids, ...hexes])];
}

/** Whether a pasted text says of a key that others may have it: nothing kept here would go on saying so. */
export function marksAKey(text: string): boolean {
  try {
    return isMarked(parsePlainJson(text));
  } catch {
    return MARK.test(text);
  }
}

const MARK = /compromis/iu;

const isMarked = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, inner]) => (MARK.test(key) && inner !== null) || isMarked(inner));

/** A key as it is kept, from its public key. */
export function keptKey(publicKeyHex: string, from: KeptKey['from'], now: Date): KeptKey {
  return { keyId: keyIdOf(fromHex(publicKeyHex)), publicKeyHex, from, trustedAt: now.toISOString() };
}

function keyOfId(id: string): readonly string[] {
  try {
    return [toHex(publicKeyOf(id))];
  } catch {
    return [];
  }
}

function isKept(entry: unknown): entry is KeptKey {
  const { keyId, publicKeyHex, from, trustedAt } = (entry ?? {}) as Partial<Record<keyof KeptKey, unknown>>;
  if (typeof keyId !== 'string' || typeof publicKeyHex !== 'string' || typeof trustedAt !== 'string') return false;
  if (!/^[0-9a-f]{64}$/.test(publicKeyHex) || (from !== 'pasted' && from !== 'server')) return false;
  return keyIdOf(fromHex(publicKeyHex)) === keyId;
}
