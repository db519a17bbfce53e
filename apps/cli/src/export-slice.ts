import { toHex, contentRefsIn, decodeEvent } from '@runseal/spine';
import { decodeSlice, formatSeqs, parseSeqs } from '@runseal/spine/slice';
import { SpineError } from '@runseal/spine';
import { join } from 'node:path';
import { addKeys, writeReceipt, writeTimeToken } from './export-run.ts';
import { CliError, EXIT } from './errors.ts';
import { linesOf } from './files/lines.ts';
import { replaceFile, writeEvidence, type Written } from './files/write.ts';
import type { Server } from './server/server.ts';

export interface SliceExport {
  /** The slice itself. */
  readonly file: string;
  readonly files: readonly Written[];
}

/** Writes some events of a sealed run with the proof of their places, and what it takes to judge them. */
export async function exportSlice(
  run: string,
  events: string,
  directory: string,
  server: Server,
): Promise<SliceExport> {
  const seqs = seqsOf(events);
  const sealed = await server.run(run);
  if (!/^[\w.-]+$/.test(sealed.run))
    throw new CliError('run_unknown', 'The server names the run by no id.', UNREADABLE);
  // A name of a file is no place for a thousand numbers.
  const name = formatSeqs(seqs).length <= 60 ? formatSeqs(seqs) : `${seqs[0]!}-${seqs.at(-1)!}-some`;
  const base = join(directory, `${sealed.run}.${name}`);
  const bytes = await server.slice(run, formatSeqs(seqs));
  const named = commitmentsIn(bytes);
  const file = `${base}.slice`;
  return {
    file,
    files: [
      await writeEvidence(file, once(bytes)),
      await replaceFile(`${base}.content.jsonl`, only(linesOf(server.contents(run)), named)),
      ...(await writeReceipt(`${base}.tlog-proof`, run, server)),
      ...(await writeTimeToken(`${base}.tst`, run, server)),
      await addKeys(join(directory, 'keys.json'), await server.keys()),
    ],
  };
}

const UNREADABLE = { exitCode: EXIT.unreadable } as const;

function seqsOf(events: string): readonly number[] {
  try {
    return parseSeqs(events);
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError('seqs_invalid', cause.message, { exitCode: EXIT.usage, cause });
  }
}

/** What the events of the slice talk about: other content stays where it is. */
function commitmentsIn(slice: Uint8Array): ReadonlySet<string> {
  try {
    const refs = decodeSlice(slice).events.flatMap((canonical) => contentRefsIn(decodeEvent(canonical).payload));
    return new Set(refs.map(({ commitment }) => toHex(commitment)));
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError('slice_unreadable', `The server sent no slice: ${cause.message}.`, { ...UNREADABLE, cause });
  }
}

async function* only(lines: AsyncIterable<string>, commitments: ReadonlySet<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    const { commitment } = JSON.parse(line) as { commitment?: unknown };
    if (typeof commitment === 'string' && commitments.has(commitment)) yield Buffer.from(`${line}\n`);
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- a source of one piece
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
