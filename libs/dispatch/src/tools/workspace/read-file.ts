import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { ActionError } from '../../errors.ts';
import { linkRefused } from './folder.ts';
import type { Folder } from './folder.ts';
import { shown } from './paths.ts';

/** O_NONBLOCK: a named pipe that takes the file's place must not make us wait for its writer. */
const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface FileContent {
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Reads a regular file of at most `maxBytes`: `not_a_file`, `path_escapes`, `too_large`. */
export async function readRegularFile(folder: Folder, name: string, maxBytes: number): Promise<FileContent> {
  const path = folder.nameOf(name);
  // Before opening, because to open a device can be an effect by itself; after opening, because it may have been replaced.
  const before = await fs.lstat(folder.locate(name));
  if (before.isSymbolicLink()) throw linkRefused(path);
  if (!before.isFile()) throw notAFile(path, before.isDirectory());
  const handle = await fs.open(folder.locate(name), OPEN_FILE);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notAFile(path, stats.isDirectory());
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes);
    const bytes = await readUpTo(handle, maxBytes + 1, stats.size);
    if (bytes.length > maxBytes) throw tooLarge(path, maxBytes);
    return { bytes, mode: stats.mode & 0o777, uid: stats.uid, gid: stats.gid };
  } finally {
    await handle.close();
  }
}

/** The text of a file; `not_a_file` when it is not UTF-8 text. A byte order mark is kept. */
export function textOf(bytes: Uint8Array, path: string): string {
  const text = tryTextOf(bytes);
  if (text === null)
    throw new ActionError('not_a_file', `${shown(path)} is a binary file (${bytes.length} bytes), not UTF-8 text.`);
  return text;
}

export function tryTextOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A file may grow while it is read, so its size is only a guess. */
async function readUpTo(handle: fs.FileHandle, limit: number, guess: number): Promise<Buffer> {
  let buffer = Buffer.alloc(Math.min(limit, guess + 1));
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    length += bytesRead;
    if (bytesRead === 0 || length === limit) return buffer.subarray(0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(limit, buffer.length * 2));
  }
}

function notAFile(path: string, isFolder: boolean): ActionError {
  return new ActionError(
    'not_a_file',
    `${shown(path)} is ${isFolder ? 'a folder' : 'a special file'}, not a regular file.`,
  );
}

function tooLarge(path: string, maxBytes: number): ActionError {
  return new ActionError('too_large', `${shown(path)} is larger than ${maxBytes} bytes.`);
}
