import { looksLikeSlice } from '@runseal/spine/slice';
import { stat } from 'node:fs/promises';
import { firstBytes } from './read.ts';

/** What a file says by its first bytes that it is; a pipe and a missing file say nothing. */
export async function kindOf(path: string): Promise<'zip' | 'slice' | 'other'> {
  const about = await stat(path).catch(() => null);
  if (about?.isFile() !== true) return 'other';
  const first = await firstBytes(path);
  if (looksLikeSlice(first)) return 'slice';
  return ZIPS.some((zip) => zip.every((byte, i) => first[i] === byte)) ? 'zip' : 'other';
}

/** Of a file, and of an empty archive: no record begins like that. */
const ZIPS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
