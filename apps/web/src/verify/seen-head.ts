import { fromHex, verifyConsistency } from '@runseal/spine';
import { fromBase64 } from '@runseal/spine/ledger';

/** A head of the ledger as this browser saw it. */
export interface SeenHead {
  readonly origin: string;
  readonly size: number;
  /** 64 hex digits. */
  readonly root: string;
  /** ISO time at which it was first seen here. */
  readonly seenAt: string;
}

/** Reads a stored head; null for anything that is none. */
export function parseSeenHead(stored: string | null): SeenHead | null {
  if (stored === null) return null;
  try {
    const head = JSON.parse(stored) as Partial<Record<keyof SeenHead, unknown>> | null;
    const { origin, size, root, seenAt } = head ?? {};
    if (typeof origin !== 'string' || typeof root !== 'string' || typeof seenAt !== 'string') return null;
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || !/^[0-9a-f]{64}$/.test(root))
      return null;
    return { origin, size, root, seenAt };
  } catch {
    return null;
  }
}

export type HeadCheck =
  { readonly state: 'same' | 'appended' } | { readonly state: 'failed'; readonly sentence: string };

/**
 * Whether the head now only appended to the one seen before (RFC 9162, 2.1.4.2), computed here.
 *
 * @param prove asks for the proof between two sizes: base64, 32 bytes each
 */
export async function checkAgainstSeen(
  before: SeenHead,
  now: Omit<SeenHead, 'seenAt'>,
  prove: (from: number, to: number) => Promise<readonly string[]>,
): Promise<HeadCheck> {
  if (now.origin !== before.origin) return failed(`This is another ledger: ${now.origin}, not ${before.origin}.`);
  if (now.size < before.size)
    return failed(`The ledger shrank from ${String(before.size)} to ${String(now.size)} entries.`);
  if (now.size === before.size)
    return now.root === before.root
      ? { state: 'same' }
      : failed(`Of the same ${String(now.size)} entries there are two versions: the roots differ.`);
  const proof = await prove(before.size, now.size);
  try {
    verifyConsistency({
      before: { size: before.size, root: fromHex(before.root) },
      after: { size: now.size, root: fromHex(now.root) },
      proof: proof.map((node) => fromBase64(node, 'A node of the proof')),
    });
    return { state: 'appended' };
  } catch {
    return failed(`No proof shows that the first ${String(before.size)} entries are still the ones seen before.`);
  }
}

const failed = (sentence: string): HeadCheck => ({ state: 'failed', sentence });
