import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parsePlainJson, SpineError } from '@runseal/spine';
import { CliError, EXIT } from '../errors.ts';

/** Reads a whole file, or says in one sentence why that is not possible (exit 4). */
export async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new CliError(...sentenceFor(path, cause), { exitCode: EXIT.unreadable, cause });
  }
}

/** The bytes of a file, a piece at a time. Throws as `readBytes` does. */
export async function* pieces(path: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: PIECE })[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const next = await source.next().catch((cause: unknown) => {
        throw new CliError(...sentenceFor(path, cause), { exitCode: EXIT.unreadable, cause });
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}

/** The most that Node reads at once, bytes. */
export const MOST_HELD = 2 * 1024 ** 3 - 1;

/** Its first bytes, at most 256 KiB. */
export async function firstBytes(path: string): Promise<Uint8Array> {
  for await (const piece of pieces(path)) return piece;
  return new Uint8Array();
}

/** Bytes read at once. */
const PIECE = 256 * 1024;

/** A file to its end, or `most` bytes and one more of it: enough to be told too long. Throws as `readBytes` does. */
export async function readAtMost(path: string, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let read = 0;
  for await (const piece of pieces(path)) {
    parts.push(piece);
    read += piece.length;
    if (read > most) break;
  }
  return Buffer.concat(parts).subarray(0, most + 1);
}

/** Reads a file that must be UTF-8 text. */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError('file_not_text', `${path} is not UTF-8 text; check that it is the right file.`, {
      exitCode: EXIT.unreadable,
      cause,
    });
  }
}

/** Reads and parses a JSON file, which must say the same to every reader. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readText(path);
  try {
    return parsePlainJson(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const [code, what] =
      cause instanceof SpineError ? ['json_ambiguous', 'says two things'] : ['file_not_json', 'is not valid JSON'];
    throw new CliError(code, `${path} ${what}: ${why}.`, { exitCode: EXIT.unreadable, cause });
  }
}

/** The Node error code of a failed system call, or ''. */
export function systemCode(cause: unknown): string {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}

function sentenceFor(path: string, cause: unknown): [code: string, sentence: string] {
  const code = systemCode(cause);
  if (code === 'ENOENT') return ['file_missing', `There is no file ${path}; check the name.`];
  if (code === 'EISDIR')
    return [
      'file_is_directory',
      `${path} is a directory; name the file inside it, or the folder of a package, which has a bagit.txt.`,
    ];
  if (code === 'EACCES' || code === 'EPERM') return ['file_forbidden', `${path} may not be read by this user.`];
  if (code === 'ERR_FS_FILE_TOO_LARGE')
    return ['file_too_large', `${path} is larger than 2 GiB, more than can be read at once.`];
  return ['file_unreadable', `${path} could not be read: ${cause instanceof Error ? cause.message : String(cause)}.`];
}
