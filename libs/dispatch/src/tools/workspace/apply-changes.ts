/** All changes of a patch or none: work out everything, stage everything, then put it in place, undoing on failure. */
import fs from 'node:fs/promises';
import { ActionError } from '../../errors.ts';
import type { BoundedWork } from './bounded-work.ts';
import { asActionError } from './file-errors.ts';
import { Folder } from './folder.ts';
import { namesOf, shown } from './paths.ts';
import { readRegularFile, textOf } from './read-file.ts';
import type { Change } from './read-patch.ts';
import { replaceable, stageFile } from './stage-file.ts';
import type { StagedFile } from './stage-file.ts';

/** Largest file that is patched, bytes, before and after. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** One file on its way: its folder stays open from the reading to the end. */
interface Step {
  readonly change: Change;
  readonly folder: Folder;
  readonly name: string;
  /** What was there; null when nothing was. */
  readonly before: Buffer | null;
  /** What shall be there; null when nothing shall. */
  readonly after: Buffer | null;
}

export async function applyChanges(
  workspace: string,
  changes: readonly Change[],
  work: BoundedWork,
  signal: AbortSignal,
): Promise<void> {
  const steps: Step[] = [];
  try {
    for (const change of changes) steps.push(await workOut(workspace, change, work));
    signal.throwIfAborted();
    await putInPlace(steps);
  } finally {
    for (const { folder } of steps) await folder.close();
  }
}

async function workOut(workspace: string, change: Change, work: BoundedWork): Promise<Step> {
  const names = namesOf(change.path);
  const name = names.at(-1)!;
  const folder = await Folder.at(
    workspace,
    names.slice(0, -1).join('/'),
    change.kind === 'create' ? 'create' : 'refuse',
  );
  try {
    const before = await contentBefore(folder, name, change);
    const source = before === null ? '' : textOf(before, change.path);
    const patched = await work.ask<'patch'>({ kind: 'patch', part: change.part, source });
    if (patched === null)
      throw rejected(
        change.path,
        'does not hold the lines that a hunk expects. Read it again and send a patch that fits.',
      );
    if (change.kind === 'remove' && patched !== '')
      throw rejected(change.path, 'would be removed, but the patch leaves lines in it.');
    const after = change.kind === 'remove' ? null : Buffer.from(patched);
    if (after !== null && after.length > MAX_FILE_BYTES)
      throw new ActionError('too_large', `${shown(change.path)} would be larger than ${MAX_FILE_BYTES} bytes.`);
    return { change, folder, name, before, after };
  } catch (error) {
    await folder.close();
    throw asActionError(error, change.path);
  }
}

async function contentBefore(folder: Folder, name: string, { kind, path }: Change): Promise<Buffer | null> {
  if (kind !== 'create') return (await readRegularFile(folder, name, MAX_FILE_BYTES)).bytes;
  if ((await replaceable(folder, name)) !== null)
    throw rejected(path, 'exists already, and the patch says that it is new.');
  return null;
}

async function putInPlace(steps: readonly Step[]): Promise<void> {
  const staged: (StagedFile | null)[] = [];
  const done: Step[] = [];
  let current = '';
  try {
    for (const { folder, name, after, change } of steps) {
      current = change.path;
      staged.push(after === null ? null : await stageFile(folder, name, after));
    }
    for (const [i, step] of steps.entries()) {
      current = step.change.path;
      await (staged[i]?.commit() ?? fs.unlink(step.folder.locate(step.name)));
      done.push(step);
    }
  } catch (error) {
    for (const file of staged) await file?.discard();
    for (const step of done.reverse()) await undo(step);
    throw asActionError(error, current);
  }
}

/** Puts back what a step replaced. */
async function undo({ folder, name, before }: Step): Promise<void> {
  if (before === null) await fs.unlink(folder.locate(name));
  else await (await stageFile(folder, name, before)).commit();
}

function rejected(path: string, why: string): ActionError {
  return new ActionError('patch_rejected', `The patch was not applied. ${shown(path)} ${why}`);
}
