import { z } from 'zod';

/** A path below the workspace: forward slashes, no empty name, no `.` or `..`, nothing a file system cannot hold. */
export const FilePath = z
  .string()
  .min(1)
  .max(512)
  .refine((path) => !path.startsWith('/') && !path.includes('\\'), 'must be relative, with forward slashes')
  .refine(
    (path) => path.split('/').every((name) => name !== '' && name !== '.' && name !== '..'),
    'must not have empty names, "." or ".."',
  )
  .refine(
    (path) => path.split('/').every((name) => new TextEncoder().encode(name).length <= 255),
    'must not have names over 255 bytes',
  )
  .describe('Relative path in the workspace, with forward slashes.');

/** Paths that cannot all be files: the same one twice, or one that is also a folder of another. Null when there are none. */
export function clashingPath(paths: readonly string[]): string | null {
  const seen = new Set<string>();
  for (const path of paths) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  const folders = new Set(paths.flatMap((path) => parents(path)));
  return paths.find((path) => folders.has(path)) ?? null;
}

function parents(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}
