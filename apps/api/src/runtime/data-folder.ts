import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** The data directory cannot be used. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError';
  readonly code = 'data_dir_unusable';
}

/** Absolute and real, so that confinement compares like with like. Private: it holds the signing key. Throws DataDirError. */
export async function dataFolder(path: string): Promise<string> {
  try {
    await mkdir(join(path, 'keys'), { recursive: true, mode: 0o700 });
    await mkdir(join(path, 'runs'), { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (cause) {
    throw unusable(path, cause);
  }
}

/**
 * A worker that could write nothing would take one goal after the other and fail each. Folders that are there say nothing of that.
 * Throws DataDirError.
 */
export async function requireWritable(path: string): Promise<void> {
  for (const folder of [path, join(path, 'runs')])
    try {
      await access(folder, constants.W_OK | constants.X_OK);
    } catch (cause) {
      throw unusable(folder, cause);
    }
}

function unusable(path: string, cause: unknown): DataDirError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DataDirError(`${path} cannot be used: ${why}. Make it writable, or set RUNSEAL_DATA_DIR.`, { cause });
}
