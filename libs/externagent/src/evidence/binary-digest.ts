import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { HarnessBinary } from '../binary/find.ts';

const known = new Map<string, Promise<string>>();
const MOST = 64;

/** SHA-256 of the program's bytes, 64 hex digits. Read again only when the file changed. Rejects when it cannot be read. */
export function digestOf({ path, stamp }: Pick<HarnessBinary, 'path' | 'stamp'>): Promise<string> {
  const found = known.get(stamp);
  if (found !== undefined) return found;
  if (known.size >= MOST) known.clear();
  const digest = read(path);
  known.set(stamp, digest);
  digest.catch(() => known.delete(stamp));
  return digest;
}

async function read(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
