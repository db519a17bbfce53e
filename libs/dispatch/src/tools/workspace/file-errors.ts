import { ActionError } from '../../errors.ts';
import type { ActionErrorCode } from '../../errors.ts';
import { shown } from './paths.ts';

const MEANINGS: Readonly<Record<string, readonly [ActionErrorCode, string]>> = {
  ENOENT: ['not_found', 'does not exist.'],
  ENOTDIR: ['not_a_directory', 'is not a folder, or lies below something that is none.'],
  EISDIR: ['not_a_file', 'is a folder, not a file.'],
  ENXIO: ['not_a_file', 'is not a regular file.'],
  ELOOP: ['path_escapes', 'is a symbolic link; links are not followed.'],
  EACCES: ['permission_denied', 'may not be opened.'],
  EPERM: ['permission_denied', 'may not be changed.'],
  EROFS: ['permission_denied', 'lies on a file system that is read-only.'],
  ENOSPC: ['disk_full', 'could not be written: the disk is full. Nothing was changed.'],
  EDQUOT: ['disk_full', 'could not be written: the disk quota is used up. Nothing was changed.'],
  EFBIG: ['too_large', 'would become larger than a file may be.'],
  ENAMETOOLONG: ['not_found', 'has a name that is too long.'],
  ENOTEMPTY: ['not_a_file', 'is a folder that is not empty.'],
};

/** What a failed file operation means to the caller. Unknown failures stay what they are. */
export function asActionError(error: unknown, path: string): unknown {
  const meaning = MEANINGS[(error as NodeJS.ErrnoException | null)?.code ?? ''];
  return meaning === undefined ? error : new ActionError(meaning[0], `${shown(path)} ${meaning[1]}`, { cause: error });
}
