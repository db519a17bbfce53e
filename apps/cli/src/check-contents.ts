/** Contents beside a record: are they the ones its events name? A record that holds says nothing of a file beside it. */
import { existsSync, statSync } from 'node:fs';
import { contentRefsIn, decodeEvent, openContent, RecordReader, SpineError, toHex } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { decodeSlice, looksLikeSlice } from '@runseal/spine/slice';
import { CliError, EXIT } from './errors.ts';
import { contentAsWritten, contentBeside } from './files/contents.ts';
import { linesOf } from './files/lines.ts';
import { NamedContents } from './files/named-contents.ts';
import { firstBytes, pieces, readBytes } from './files/read.ts';

export interface ContentFault {
  readonly code: 'content_unreadable' | 'content_altered' | 'content_unnamed';
  /** In the file, from 1. */
  readonly line: number;
  readonly sentence: string;
}

export interface CheckedContents {
  readonly file: string;
  /** Contents the events name, each counted once. */
  readonly named: number;
  /** Of those, how many are in the file as they are named. */
  readonly here: number;
  /** The first ones. */
  readonly faults: readonly ContentFault[];
  /** How many there are. */
  readonly found: number;
}

/**
 * Holds a file of contents against the events of a record, or of a slice, that verified: both go by line by line and event
 * by event. Null where there is no such file beside it, and for records of other producers, which name no content our way.
 */
export async function checkContents(record: string, asked: string | undefined): Promise<CheckedContents | null> {
  const file = asked ?? contentBeside(record);
  if (asked === undefined && (file === record || !existsSync(file))) return null;
  // A pipe has gone by when its record was judged.
  if (!statSync(record).isFile()) {
    if (asked === undefined) return null;
    throw new CliError('usage', '--content takes a record in a file: a pipe can be read only once.', {
      exitCode: EXIT.usage,
    });
  }
  const named = await namedBy(record);
  if (named === null) return null;
  const faults: ContentFault[] = [];
  let [line, found] = [0, 0];
  for await (const text of linesOf(pieces(file))) {
    line += 1;
    const fault = faultOn(text, named);
    if (fault === null) continue;
    found += 1;
    if (faults.length < MOST_FAULTS) faults.push({ ...fault, line });
  }
  return { file, named: named.count, here: named.found, faults, found };
}

const MOST_FAULTS = 100;

async function namedBy(record: string): Promise<NamedContents | null> {
  const named = new NamedContents();
  try {
    for await (const canonical of eventsOf(record))
      for (const ref of contentRefsIn(decodeEvent(canonical).payload)) named.add(ref);
    return named;
  } catch (cause) {
    if (cause instanceof SpineError) return null;
    throw cause;
  }
}

async function* eventsOf(record: string): AsyncGenerator<Uint8Array> {
  if (looksLikeSlice(await firstBytes(record))) {
    yield* decodeSlice(await readBytes(record)).events;
    return;
  }
  const reader = new RecordReader();
  for await (const piece of pieces(record)) yield* reader.push(piece);
}

function faultOn(text: string, named: NamedContents): Omit<ContentFault, 'line'> | null {
  if (text.trim() === '') return null;
  const content = contentAsWritten(text);
  if (content === null)
    return { code: 'content_unreadable', sentence: 'is no content: {commitment, salt, bytes, media}.' };
  const { ref, bytes } = content;
  const name = toHex(ref.commitment);
  const known = named.find(ref.commitment);
  if (known === null) return { code: 'content_unnamed', sentence: `holds ${name}, which no event names.` };
  if (!openContent(content, nodeHasher) || known.bytes !== bytes.length || known.media !== ref.media)
    return { code: 'content_altered', sentence: `is not the content that the record names ${name}.` };
  named.mark(ref.commitment);
  return null;
}
