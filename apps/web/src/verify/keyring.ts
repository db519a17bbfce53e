import { fromHex, keyIdOf, type TrustedKey } from '@runseal/spine';

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
  /** ISO time since when others may have had the private key. */
  readonly compromisedAt?: string;
}

/** A key a text names, and the mark it puts on it. */
export type NamedKey = Pick<KeptKey, 'publicKeyHex' | 'compromisedAt'>;

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

/** A mark is never taken back by what comes without it, and the earliest counts. */
export function withMark<K extends Pick<KeptKey, 'compromisedAt'>>(key: K, { compromisedAt }: Partial<NamedKey>): K {
  if (compromisedAt === undefined) return key;
  const earlier = key.compromisedAt !== undefined && Date.parse(key.compromisedAt) <= Date.parse(compromisedAt);
  return earlier ? key : { ...key, compromisedAt };
}

/** Kept keys as keys to verify with. */
export const trustedKeys = (keys: readonly KeptKey[]): readonly TrustedKey[] =>
  keys.map(({ keyId, publicKeyHex, compromisedAt }) => ({
    keyId,
    publicKey: fromHex(publicKeyHex),
    ...(compromisedAt === undefined ? {} : { compromisedAt: Date.parse(compromisedAt) }),
  }));

/** A key as it is kept, from its public key. */
export function keptKey(publicKeyHex: string, from: KeptKey['from'], now: Date): KeptKey {
  return { keyId: keyIdOf(fromHex(publicKeyHex)), publicKeyHex, from, trustedAt: now.toISOString() };
}

/** A moment that can be read. */
export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

function isKept(entry: unknown): entry is KeptKey {
  const { keyId, publicKeyHex, from, trustedAt, compromisedAt } = (entry ?? {}) as Partial<
    Record<keyof KeptKey, unknown>
  >;
  if (typeof keyId !== 'string' || typeof publicKeyHex !== 'string' || typeof trustedAt !== 'string') return false;
  if (!/^[0-9a-f]{64}$/.test(publicKeyHex) || (from !== 'pasted' && from !== 'server')) return false;
  // Without its mark it would be trusted for more than its reader does.
  if (compromisedAt !== undefined && !isTime(compromisedAt)) return false;
  return keyIdOf(fromHex(publicKeyHex)) === keyId;
}
