import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles } from '../binary/files.ts';
import type { HarnessBinary } from '../binary/find.ts';

const known = new Map<string, Promise<string>>();
const MOST = 64;

/**
 * SHA-256 of the program, 64 hex digits. One that is a folder is named by the listing of its files that
 * `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum` prints there. Read again only when a file
 * changed. Rejects when it cannot be read.
 */
export function digestOf({ root, stamp }: Pick<HarnessBinary, 'root' | 'stamp'>): Promise<string> {
  const found = known.get(stamp);
  if (found !== undefined) return found;
  if (known.size >= MOST) known.clear();
  const digest = read(root);
  known.set(stamp, digest);
  digest.catch(() => known.delete(stamp));
  return digest;
}

async function read(root: string): Promise<string> {
  const files = programFiles(root);
  if (files.length === 1 && files[0]!.path === '') return hashed(root);
  const listing = createHash('sha256');
  for (const { path, link } of files) await list(listing, root, path, link);
  return listing.digest('hex');
}

async function list(listing: Hash, root: string, path: string, link: boolean): Promise<void> {
  const what = link ? `-> ${readlinkSync(join(root, path))}` : await hashed(join(root, path));
  listing.update(`${what}  ${path}\n`);
}

async function hashed(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
