import { Option, type Command } from 'commander';
import { EventEmitter, once } from 'node:events';
import { CliError, EXIT } from '../errors.ts';
import { replaceFile } from '../files/write.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../outcome.ts';

export type ListFormat = 'csv' | 'jsonl';

export interface ListExportOptions {
  readonly export?: ListFormat;
  readonly out?: string;
}

/** Adds `--export csv|jsonl` and `--out FILE` to a command that lists. */
export function withListExport(command: Command): Command {
  return command
    .addOption(
      new Option('--export <format>', 'all that the filter shows, as a file; pages do not count').choices([
        'csv',
        'jsonl',
      ]),
    )
    .option('--out <file>', 'with --export: the file to write (default: stdout)');
}

/** Writes the list into the file, or to stdout as it comes. */
export async function exportList(
  { out }: ListExportOptions,
  context: Context,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Outcome> {
  if (out !== undefined) {
    const written = await replaceFile(out, chunks);
    return { exitCode: EXIT.ok, document: written, screen: [[`${written.bytes} bytes in ${written.path}.`]] };
  }
  if (context.json)
    throw new CliError('usage', '--json prints one document; name a file for the list with --out.', {
      exitCode: EXIT.usage,
    });
  const { stdout, signal } = context.io;
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const taken = stdout.write(decoder.decode(chunk, { stream: true }));
    // A slow reader must not make this process hold the whole list; one that went away (`| head`) has seen enough.
    if (taken === false && stdout instanceof EventEmitter)
      await once(stdout, 'drain', { signal }).catch(() => undefined);
    if (signal.aborted) break;
  }
  stdout.write(decoder.decode());
  return { exitCode: EXIT.ok, document: null, screen: [] };
}
