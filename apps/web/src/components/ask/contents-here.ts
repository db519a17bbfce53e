import { fromHex, inquire, openContent, toHex } from '@runseal/spine';
import type { AskedEvent, Claim, ContentReader, WantedContent } from '@runseal/spine';
import { fetchContent } from '../../api/use-content.ts';

/** Most contents that a page fetches for one question, and most bytes of them. */
const MOST = 200;
const MOST_BYTES = 4 * 1024 * 1024;
const AT_ONCE = 6;

/** Contents to be read before the claim can be answered, each once; null: more than a page is to fetch. */
export function wantedFor(claim: Claim, events: readonly AskedEvent[]): readonly WantedContent[] | null {
  const inquiry = inquire(claim);
  const wanted = new Map<string, WantedContent>();
  let bytes = 0;
  for (const event of events) {
    const content = inquiry.wants(event);
    if (content === null || wanted.has(toHex(content.commitment))) continue;
    wanted.set(toHex(content.commitment), content);
    bytes += content.bytes;
    if (wanted.size > MOST || bytes > MOST_BYTES) return null;
  }
  return [...wanted.values()];
}

/** Fetches them. What is erased, cannot be had, or is not what its commitment says, is not at hand. */
export async function readContents(run: string, wanted: readonly WantedContent[]): Promise<ContentReader> {
  const contents = new Map<string, Uint8Array>();
  for (let at = 0; at < wanted.length; at += AT_ONCE)
    await Promise.all(
      wanted.slice(at, at + AT_ONCE).map(async ({ commitment }) => {
        const bytes = await opened(run, commitment);
        if (bytes !== null) contents.set(toHex(commitment), bytes);
      }),
    );
  return (commitment) => contents.get(toHex(commitment));
}

async function opened(run: string, commitment: Uint8Array): Promise<Uint8Array | null> {
  const shown = await fetchContent(run, toHex(commitment)).catch(() => null);
  if (shown?.salt == null || !/^[0-9a-f]{64}$/.test(shown.salt)) return null;
  const { bytes, media, salt } = shown;
  const content = { ref: { commitment, bytes: bytes.length, media }, salt: fromHex(salt), bytes };
  return openContent(content) ? bytes : null;
}
