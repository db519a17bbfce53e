/** A package that is still packed, unpacked into a folder of its own, a piece at a time. Whoever made the zip may be hostile. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { CliError, EXIT } from '../errors.ts';
import { systemCode } from '../files/read.ts';
import { unwritable } from '../files/write.ts';
import { zipDirectory, type ZipEntry } from './zip-directory.ts';
import { ZipRefusal } from './zip-entry.ts';
import { LARGEST } from './zip.ts';

/** Unpacks `zip` into `folder`, which is empty. Throws CliError `zip_refused`: nothing of such a zip is judged. */
export async function unzip(zip: string, folder: string, signal: AbortSignal): Promise<void> {
  try {
    const file = await open(zip, 'r');
    try {
      const entries = await zipDirectory(file, (await stat(zip)).size);
      await refuseTooMuch(entries, folder);
      for (const entry of entries) await unpack(zip, entry, { folder, signal });
    } finally {
      await file.close();
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ZipRefusal) throw refused(zip, cause);
    throw unwritable(folder, cause);
  }
}

const refused = (zip: string, { message }: ZipRefusal): CliError =>
  new CliError(
    'zip_refused',
    `${zip} ${message}. Nothing in it was judged. If it comes from somebody you know, unpack it into an empty folder and name that.`,
    { exitCode: EXIT.unreadable },
  );

/** No more than this program packs, and no more than there is room for. */
async function refuseTooMuch(entries: readonly ZipEntry[], folder: string): Promise<void> {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > LARGEST) throw new ZipRefusal(`unpacks to ${bytes} bytes, more than a package in a zip can have`);
  const { bavail, bsize } = await statfs(folder);
  if (bytes > bavail * bsize)
    throw new CliError('disk_full', `There is no room for the ${bytes} bytes of the package in ${dirname(folder)}.`, {
      exitCode: EXIT.unreadable,
    });
}

async function unpack(
  zip: string,
  { path, isFolder, from, packed, bytes, crc, methodNumber }: ZipEntry,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const target = join(folder, path);
  await mkdir(isFolder ? target : dirname(target), { recursive: true });
  if (isFolder) return;
  const altered = new ZipRefusal(`holds ${path} in a form that is not what it says it is`);
  const counted = counter(bytes, altered);
  const inflate = createInflateRaw();
  const source =
    packed === 0 ? [] : createReadStream(zip, { start: from, end: from + packed - 1, highWaterMark: PIECE });
  const sink = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  try {
    if (methodNumber === 8) await pipeline(source, inflate, counted.stream, sink, { signal });
    else await pipeline(source, counted.stream, sink, { signal });
  } catch (cause) {
    throw systemCode(cause).startsWith('Z_') ? altered : cause;
  }
  const { seen, sum } = counted.result();
  // What follows the end of the packed stream would be seen by nobody.
  const took = methodNumber === 8 ? inflate.bytesWritten : packed;
  if (seen !== bytes || sum !== crc || took !== packed) throw altered;
}

/** Counts what passes, and lets no more pass than was said. */
function counter(most: number, tooMuch: ZipRefusal) {
  let [seen, sum] = [0, 0];
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      sum = crc32(piece, sum);
      if (seen > most) done(tooMuch);
      else done(null, piece);
    },
  });
  return { stream, result: () => ({ seen, sum }) };
}

/** Bytes read at once. */
const PIECE = 256 * 1024;
