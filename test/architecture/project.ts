import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..', '..');

/** Files of the project: those git tracks, and new ones it does not ignore. */
export function projectFiles(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && pattern.test(file));
}
