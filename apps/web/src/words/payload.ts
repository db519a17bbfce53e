/** Reading payloads as the API shows them. Payloads may be hostile, so every look is a checked one. */
export type Payload = Readonly<Record<string, unknown>>;

export interface ContentLink {
  /** 64 hex digits. */
  readonly commitment: string;
  readonly bytes: number;
  readonly media: string;
}

export function textOf(payload: Payload, key: string): string | null {
  const value = own(payload, key);
  return typeof value === 'string' ? value : null;
}

/** An integer, whichever way the wire carries it; null when the key holds something else. */
export function integerOf(payload: Payload, key: string): number | bigint | null {
  const value = own(payload, key);
  if (typeof value === 'number') return value;
  const wide = isObject(value) ? value['$int'] : null;
  return typeof wide === 'string' && /^-?\d{1,19}$/.test(wide) ? BigInt(wide) : null;
}

export function listOf(payload: Payload, key: string): readonly unknown[] {
  const value = own(payload, key);
  return Array.isArray(value) ? value : [];
}

/** Hex digits of a byte string, or null for any other value. */
export function hexOf(value: unknown): string | null {
  const hex = isObject(value) && Object.keys(value).length === 1 ? value['$hex'] : null;
  return typeof hex === 'string' && /^[0-9a-f]*$/.test(hex) ? hex : null;
}

/** The content a value names, or null for any other value. */
export function contentOf(value: unknown): ContentLink | null {
  if (!isObject(value)) return null;
  const commitment = hexOf(value['commitment']);
  const { bytes, media } = value;
  if (commitment?.length !== 64 || typeof bytes !== 'number' || typeof media !== 'string') return null;
  return { commitment, bytes, media };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const own = (payload: Payload, key: string): unknown => (Object.hasOwn(payload, key) ? payload[key] : undefined);
