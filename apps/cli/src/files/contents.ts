import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fromHex, openContent, toHex } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';

/** Where export puts the content of a record: RUN.provetrail → RUN.content.jsonl. */
export const contentBeside = (record: string): string => `${record.replace(/\.provetrail$/, '')}.content.jsonl`;

/**
 * Content by its commitment (hex), from a file of one {commitment, salt, bytes, media} a line. Lines whose bytes are not
 * what their commitment says are left out: nothing here is believed. A missing file is no content.
 */
export async function readContents(file: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  if (!existsSync(file)) return contents;
  for await (const { commitment, bytes } of contentsOf(file)) contents.set(commitment, bytes);
  return contents;
}

/** The same one by one, so that only one has to be held. */
export async function* contentsOf(file: string): AsyncGenerator<{ commitment: string; bytes: Uint8Array }> {
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const entry = contentOnLine(line);
    if (entry !== null) yield entry;
  }
}

/** The same from text that is at hand already. */
export function contentsIn(text: string): ReadonlyMap<string, Uint8Array> {
  const entries = text.split('\n').map(contentOnLine);
  return new Map(entries.flatMap((entry) => (entry === null ? [] : [[entry.commitment, entry.bytes]])));
}

/** The content on a line of such a file, its commitment in lower case; null where there is none, or another than that says. */
export function contentOnLine(line: string): { commitment: string; bytes: Uint8Array } | null {
  try {
    const { commitment, salt, bytes, media } = JSON.parse(line) as Record<string, unknown>;
    if (typeof commitment !== 'string' || typeof salt !== 'string' || typeof bytes !== 'string') return null;
    const content = new Uint8Array(Buffer.from(bytes, 'base64'));
    const ref = {
      commitment: fromHex(commitment),
      bytes: content.length,
      media: typeof media === 'string' ? media : '',
    };
    return openContent({ ref, salt: fromHex(salt), bytes: content }, nodeHasher)
      ? { commitment: toHex(ref.commitment), bytes: content }
      : null;
  } catch {
    return null;
  }
}
