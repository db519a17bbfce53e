import { existsSync } from 'node:fs';
import { decodeEvent, decodeRecord, SpineError, type SpineEvent } from '@runseal/spine';
import { CliError, EXIT } from './errors.ts';
import { contentBeside, contentsIn, readContents } from './files/contents.ts';
import { requireRecord, requireRecordBytes } from './files/kind.ts';
import { refuseMissing } from './files/missing.ts';
import { readBytes } from './files/read.ts';
import type { Context } from './context.ts';

export interface RereadRun {
  readonly harness: string;
  /** Where it was read from: neither was verified. */
  readonly from: 'file' | 'server';
  readonly events: readonly SpineEvent[];
  /** By commitment (hex). */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** A record file with the content beside it, or a sealed run of the server. */
export async function readRunOrFile(
  name: string,
  contentFile: string | undefined,
  context: Context,
): Promise<RereadRun> {
  refuseMissing(name);
  const isFile = existsSync(name);
  if (isFile) await requireRecord(name);
  const server = isFile ? null : await context.server();
  const record = server === null ? await readBytes(name) : await whole(server.record(name));
  if (isFile) requireRecordBytes(name, record);
  const events = eventsOf(record, name);
  const harness = events.find(({ type }) => type === 'run.opened')?.payload['harness'];
  return {
    harness: typeof harness === 'string' ? harness : '',
    from: isFile ? 'file' : 'server',
    events,
    contents:
      contentFile === undefined && server !== null
        ? contentsIn((await whole(server.contents(name))).toString('utf8'))
        : await readContents(contentFile ?? contentBeside(name)),
  };
}

function eventsOf(record: Uint8Array, name: string): readonly SpineEvent[] {
  try {
    return decodeRecord(record).events.map((canonical) => decodeEvent(canonical));
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError(cause.code, `${name} is not a readable record: ${cause.message}.`, {
      exitCode: EXIT.unreadable,
      cause,
    });
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
