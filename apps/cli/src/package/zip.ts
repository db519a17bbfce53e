import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { CliError, EXIT } from '../errors.ts';
import type { Written } from '../files/write.ts';

/** A zip without the extension for large ones holds less than 4 GiB; what its own structures take is within the rest. */
export const LARGEST = 4 * 1024 ** 3 - 64 * 1024 ** 2;

/**
 * The files of a folder as one zip, piece by piece, under `top`. Throws `zip_too_large` before the first piece when they
 * are more than such a file can hold.
 */
export async function* zipOf(top: string, folder: string, files: readonly Written[]): AsyncGenerator<Uint8Array> {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > LARGEST)
    throw new CliError('zip_too_large', 'The package is larger than a zip file can be; export it into a folder.', {
      exitCode: EXIT.usage,
    });
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    ready.push(piece);
  });
  for (const { path } of files) {
    const entry = new ZipDeflate(`${top}/${path}`, { level: 6 });
    zip.add(entry);
    for await (const piece of createReadStream(join(folder, path), { highWaterMark: PIECE })) {
      entry.push(piece as Uint8Array);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** Bytes read at once. */
const PIECE = 256 * 1024;
