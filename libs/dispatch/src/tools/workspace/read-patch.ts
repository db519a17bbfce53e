import type { StructuredPatch } from 'diff';
import { ActionError } from '../../errors.ts';
import type { BoundedWork } from './bounded-work.ts';
import { namesOf, shown } from './paths.ts';

const MAX_FILES = 100;

export interface Change {
  readonly path: string;
  readonly kind: 'create' | 'remove' | 'edit';
  readonly part: StructuredPatch;
}

/** The changes a unified diff asks for, each confined to the workspace. Throws `patch_rejected` and `path_escapes`. */
export async function readPatch(patch: string, work: BoundedWork): Promise<readonly Change[]> {
  const parsed = await work.ask<'parse'>({ kind: 'parse', patch });
  if ('problem' in parsed) throw rejected(`It is not a unified diff: ${parsed.problem.slice(0, 200)}`);
  const { parts } = parsed;
  if (parts.length === 0) throw rejected('It holds no file ("--- a/file", "+++ b/file", "@@ -1,3 +1,4 @@").');
  if (parts.length > MAX_FILES) throw rejected(`It touches more than ${MAX_FILES} files.`);
  demandAllHunks(patch, parts);
  const changes = parts.map(changeOf);
  const paths = changes.map(({ path }) => namesOf(path).join('/'));
  const twice = paths.find((path, i) => paths.indexOf(path) !== i);
  if (twice !== undefined) throw rejected(`It names ${shown(twice)} twice; put all hunks of a file under one header.`);
  return changes;
}

/** The parser passes over what it does not know. A hunk that it passed over would be a change that is silently lost. */
function demandAllHunks(patch: string, parts: readonly StructuredPatch[]): void {
  const hunks = parts.flatMap((part) => part.hunks);
  const read = hunks.every(
    ({ oldStart, newStart }) => Number.isSafeInteger(oldStart) && Number.isSafeInteger(newStart),
  );
  // Within a hunk every line starts with a space, + or -, so such a line is always a header.
  if (!read || (patch.match(/^@@/gm) ?? []).length !== hunks.length)
    throw rejected('A hunk header is not of the form "@@ -1,3 +1,4 @@".');
}

function changeOf(part: StructuredPatch): Change {
  const [from, to] = [part.oldFileName, part.newFileName];
  if (from === undefined || to === undefined) throw rejected('A file has no "---" and "+++" header.');
  refuseUnsupported(part);
  const kind = kindOf(part, from, to);
  const path = kind === 'create' ? stripped(to, 'b/') : stripped(from, 'a/');
  // `a/` and `b/` are prefixes only when both are there; a folder may be called `a`.
  const plain = kind === 'edit' && !(from.startsWith('a/') && to.startsWith('b/'));
  if (plain ? from !== to : kind === 'edit' && path !== stripped(to, 'b/'))
    throw rejected('A part names two different files; renames are not taken.');
  if (kind === 'edit' && part.hunks.length === 0) throw rejected(`${shown(path)} has no hunk.`);
  return { path: confined(plain ? from : path), kind, part };
}

function kindOf({ isCreate, isDelete }: StructuredPatch, from: string, to: string): Change['kind'] {
  if (from === '/dev/null' && to === '/dev/null') throw rejected('A part has /dev/null on both sides.');
  if (from === '/dev/null' || isCreate === true) return 'create';
  return to === '/dev/null' || isDelete === true ? 'remove' : 'edit';
}

function refuseUnsupported({ isRename, isCopy, isBinary, isDelete, oldMode, newMode }: StructuredPatch): void {
  if (isRename === true || isCopy === true || isBinary === true)
    throw rejected('Renames, copies and binary parts are not taken.');
  if (isDelete !== true && newMode !== undefined && newMode !== (oldMode ?? '100644'))
    throw rejected(`File mode ${newMode} is not taken; ordinary files are made with 100644.`);
}

function confined(path: string): string {
  if (namesOf(path).length === 0) throw rejected('A part names no file.');
  return path;
}

function stripped(path: string, prefix: string): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

function rejected(why: string): ActionError {
  return new ActionError('patch_rejected', `The patch was not applied. ${why}`);
}
