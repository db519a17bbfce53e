/** What somebody names as evidence: a file, the folder of a package, or a package that is still packed. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, EXIT } from '../errors.ts';
import { kindOf } from '../files/kind.ts';
import { looksLikeBag, recordIn } from './check-bag.ts';
import { unzip } from './unzip.ts';

export interface Opened {
  /** A file, or the folder of a package. */
  readonly path: string;
  /** A path in there, as the reader knows it: within the zip, where it is in one. */
  readonly shown: (path: string) => string;
}

/**
 * Unpacks `named` where it is a zip, into a folder of its own that is gone when `use` is done. Throws CliError `zip_refused`
 * for a zip in which no package can be told, or which says different things to different programs.
 */
export async function withOpened<T>(
  named: string,
  signal: AbortSignal,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  if ((await kindOf(named)) !== 'zip') return use({ path: named, shown: (path) => path });
  const folder = await mkdtemp(join(tmpdir(), 'runseal-zip-'));
  const shown = (text: string): string => text.replaceAll(folder, named);
  try {
    await unzip(named, folder, signal);
    return await use({ path: await bagIn(named, folder), shown });
  } catch (cause) {
    if (!(cause instanceof CliError)) throw cause;
    throw new CliError(cause.code, shown(cause.message), { exitCode: cause.exitCode, cause });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The record file of what was opened: of a package the one in it. */
export const recordOf = ({ path }: Opened): Promise<string> =>
  looksLikeBag(path) ? recordIn(path) : Promise.resolve(path);

/** RFC 8493 4.2: a serialised bag has one folder at its top. Some pack what is in it without the folder. */
async function bagIn(zip: string, folder: string): Promise<string> {
  if (looksLikeBag(folder)) return folder;
  const found = await readdir(folder);
  const bag = found.find((name) => looksLikeBag(join(folder, name)));
  if (bag !== undefined && found.length === 1) return join(folder, bag);
  const why =
    bag === undefined
      ? 'holds no package: no folder at its top has a bagit.txt'
      : 'holds more than the package at its top';
  throw new CliError('zip_refused', `${zip} ${why}. Nothing in it was judged; unpack it, and name what you mean.`, {
    exitCode: EXIT.unreadable,
  });
}
