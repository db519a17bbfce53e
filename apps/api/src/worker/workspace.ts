import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../problem/code-of.ts';
import type { Goal } from '../wire/goal.ts';

/** Where one run works. Both are 0700. */
export interface RunFolders {
  /** What the agent works on. Stays after the run. */
  readonly workspace: string;
  /** Homes, sockets and captures. Removed after the run. */
  readonly scratch: string;
}

/** The run's folder could not be made or filled. `code` is the run's error code. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
  readonly code: 'disk_full' | 'workspace_failed' | 'workspace_missing';
  constructor(code: WorkspaceError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Makes the folders of a run and puts the goal's files in. Throws WorkspaceError. */
export async function prepareFolders(dataDir: string, run: string, files: Goal['files']): Promise<RunFolders> {
  const folders = foldersOf(dataDir, run);
  try {
    // A worker that died before its first event may have left a half-filled one.
    await rm(folders.workspace, { recursive: true, force: true });
    await rm(folders.scratch, { recursive: true, force: true });
    await mkdir(folders.workspace, { recursive: true, mode: 0o700 });
    await mkdir(folders.scratch, { recursive: true, mode: 0o700 });
    for (const file of files) await put(folders.workspace, file);
    return folders;
  } catch (error) {
    throw asWorkspaceError(error);
  }
}

/** The folders of a run that goes on: what the agent worked on is there, the scratch is new. Throws WorkspaceError. */
export async function reopenFolders(dataDir: string, run: string): Promise<RunFolders> {
  const folders = foldersOf(dataDir, run);
  try {
    await rm(folders.scratch, { recursive: true, force: true });
    await mkdir(folders.scratch, { recursive: true, mode: 0o700 });
    return folders;
  } catch (error) {
    throw asWorkspaceError(error);
  }
}

/** True when this worker has the workspace of the run; another one's disk may. */
export async function hasWorkspace(dataDir: string, run: string): Promise<boolean> {
  try {
    return (await stat(foldersOf(dataDir, run).workspace)).isDirectory();
  } catch {
    return false;
  }
}

export async function removeScratch({ scratch }: RunFolders): Promise<void> {
  await rm(scratch, { recursive: true, force: true });
}

/** Of a run whose worker is gone. */
export const removeScratchOf = (dataDir: string, run: string): Promise<void> => removeScratch(foldersOf(dataDir, run));

const foldersOf = (dataDir: string, run: string): RunFolders => ({
  workspace: join(dataDir, 'runs', run, 'workspace'),
  scratch: join(dataDir, 'runs', run, 'scratch'),
});

/** Nobody else writes here yet and the paths were checked at the door, so nothing can point outside. */
async function put(workspace: string, { path, content, encoding }: Goal['files'][number]): Promise<void> {
  const at = join(workspace, path);
  await mkdir(dirname(at), { recursive: true, mode: 0o700 });
  await writeFile(at, Buffer.from(content, encoding), { flag: 'wx', mode: 0o600, flush: true });
}

function asWorkspaceError(error: unknown): WorkspaceError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new WorkspaceError(
      'disk_full',
      'The disk that holds the workspaces is full. Make room and submit the goal again.',
      error,
    );
  return new WorkspaceError(
    'workspace_failed',
    `The workspace could not be prepared (${code}). See the log of the worker.`,
    error,
  );
}
