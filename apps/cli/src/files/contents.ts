import { existsSync } from 'node:fs';
import { fromHex, HASH_BYTES, openContent, parsePlainJson, toHex, type Content } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { linesOf } from './lines.ts';
import { pieces } from './read.ts';

/** Where export puts the content of a record or a slice: RUN.provetrail → RUN.content.jsonl. */
export const contentBeside = (record: string): string => `${record.replace(/\.(provetrail|slice)$/, '')}.content.jsonl`;

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
  for await (const line of linesOf(pieces(file))) {
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
  const content = contentAsWritten(line);
  return content !== null && openContent(content, nodeHasher)
    ? { commitment: toHex(content.ref.commitment), bytes: content.bytes }
    : null;
}

/**
 * What a line says, whether its bytes are what it commits to or not; null where it is no content, or where another reader could
 * see other bytes.
 */
export function contentAsWritten(line: string): Content | null {
  try {
    const { commitment, salt, bytes: written, media } = parsePlainJson(line) as Record<string, unknown>;
    if (typeof commitment !== 'string' || typeof salt !== 'string' || typeof written !== 'string') return null;
    const decoded = Buffer.from(written, 'base64');
    // Node passes over what is no base64; others would read other bytes there.
    if (decoded.toString('base64') !== written) return null;
    const bytes = new Uint8Array(decoded);
    const ref = {
      commitment: fromHex(commitment),
      bytes: bytes.length,
      media: typeof media === 'string' ? media : '',
    };
    return ref.commitment.length === HASH_BYTES ? { ref, salt: fromHex(salt), bytes } : null;
  } catch {
    return null;
  }
}
