import { looksLikeSlice } from '@runseal/spine/slice';
import { stat } from 'node:fs/promises';
import { CliError, EXIT } from '../errors.ts';
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

/** What to do with a package that is still packed: to call it a bad record would accuse what was not looked at. */
export const zipProblem = (path: string): CliError =>
  new CliError(
    'file_is_zip',
    `${path} is a zip, and nothing in it was looked at. Unpack it into an empty folder (unzip FILE -d FOLDER), then: runseal verify FOLDER/RUN.`,
    { exitCode: EXIT.unreadable },
  );
