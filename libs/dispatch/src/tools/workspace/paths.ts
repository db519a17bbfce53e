import { ActionError } from '../../errors.ts';

const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;

/**
 * Names of a path relative to the workspace, outermost first; none for the workspace itself. The path is text from a
 * model: `path_escapes` for absolute paths, `..`, NUL and half surrogates, `not_found` for what no file can be called.
 */
export function namesOf(path: string): readonly string[] {
  if (path.startsWith('/')) throw escapes(path, 'is absolute; name it relative to the workspace.');
  if (path.includes('\0') || !path.isWellFormed()) throw escapes(path, 'holds characters that no path can hold.');
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.includes('..')) throw escapes(path, 'leads upwards; name it from the workspace down, without "..".');
  if (Buffer.byteLength(path) > MAX_PATH_BYTES || names.some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES))
    throw new ActionError('not_found', `The path ${shown(path)} is longer than a path can be.`);
  return names;
}

/** A path for a sentence: on one line, bounded, well-formed. */
export function shown(path: string): string {
  const clipped = path.length <= 200 ? path : `${path.slice(0, 197)}...`;
  return JSON.stringify(clipped.toWellFormed());
}

/** A path for a list of lines: one with control characters would forge lines, so it is quoted. */
export function onOneLine(path: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path;
}

function escapes(path: string, why: string): ActionError {
  return new ActionError('path_escapes', `The path ${shown(path)} ${why}`);
}
