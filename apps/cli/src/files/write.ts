import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError, EXIT } from '../errors.ts';
import { systemCode } from './read.ts';

export interface Written {
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/**
 * Writes a file that is evidence: complete or not at all, and never over different bytes. Exporting the same run again
 * is fine; a run whose export changed since last time is something the reader must be told, so it is refused.
 */
export async function writeEvidence(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Written> {
  return viaTemporary(path, chunks, (temporary, { sha256 }) => placeEvidence(temporary, path, sha256));
}

/**
 * Puts a whole file of evidence in its place, beside where it is, unless the same bytes are there already. Throws
 * `export_differs` when other bytes are.
 */
export async function placeEvidence(from: string, path: string, sha256: string): Promise<void> {
  try {
    await link(from, path);
  } catch (cause) {
    if (systemCode(cause) !== 'EEXIST') throw cause;
    if ((await sha256Of(path)) !== sha256) {
      throw new CliError(
        'export_differs',
        `${path} exists and holds other bytes than the server sent now; keep it, and export into an empty directory.`,
        { exitCode: EXIT.failed },
      );
    }
  }
}

/** Replaces a file in one step. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Written> {
  const whole = typeof content === 'string' ? Buffer.from(content) : content;
  const chunks = whole instanceof Uint8Array ? [whole] : whole;
  return viaTemporary(path, chunks, (temporary) => rename(temporary, path));
}

/**
 * Makes a folder and those above it, where they are missing. Node's own way goes on for ever where a system says of a folder
 * that it cannot be made by saying that there is none above it (Linux does, below /proc).
 */
export async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) await makeFolder(above);
  await mkdir(path).catch((cause: unknown) => {
    // Somebody else was faster; what is no folder is told by what is written into it.
    if (systemCode(cause) !== 'EEXIST') throw cause;
  });
}

type Pieces = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

async function viaTemporary(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  place: (temporary: string, written: Written) => Promise<void>,
): Promise<Written> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  const source = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  try {
    // A server that refuses leaves no folder behind.
    const first = await source.next();
    await makeFolder(dirname(path));
    const written = await writeThrough(temporary, path, { first, source });
    await place(temporary, written);
    return written;
  } catch (cause) {
    throw unwritable(path, cause);
  } finally {
    await source.return?.();
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

async function writeThrough(
  temporary: string,
  path: string,
  { first, source }: { first: IteratorResult<Uint8Array>; source: Pieces },
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(temporary, 'wx');
  try {
    for (let next = first; next.done !== true; next = await source.next()) {
      await file.writeFile(next.value);
      hash.update(next.value);
      bytes += next.value.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** What to say when a path could not be written; an error that is none of the system's stays what it is. */
export function unwritable(path: string, cause: unknown): unknown {
  if (cause instanceof CliError || systemCode(cause) === '') return cause;
  return new CliError('file_unwritable', `${path} could not be written: ${writeProblem(cause)}.`, {
    exitCode: EXIT.unreadable,
    cause,
  });
}

function writeProblem(cause: unknown): string {
  const code = systemCode(cause);
  if (code === 'ENOSPC') return 'the disk is full; nothing was left half-written';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there';
  if (code === 'ENOENT' || code === 'EROFS') return 'nothing can be written there';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a part of the path is a file, not a directory';
  return cause instanceof Error ? cause.message : String(cause);
}
