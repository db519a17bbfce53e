// Content-hash stamps: a step is done again when what it depends on has other content, never because of a date.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, STAMPS } from './project.mjs';

const IGNORED = new Set(['node_modules', 'dist', '.next', '.git', '.runseal']);
/** Written by builds into the folders they read, or not part of what is built. */
const NOT_SOURCE = /(\.tsbuildinfo|^next-env\.d\.ts|\.test\.tsx?|\.md)$/;

/** SHA-256 over the names and contents of files and folders, given relative to the root. Missing ones count as missing. */
export function digestOf(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesUnder(join(ROOT, path)))) {
    const bytes = readFileSync(file);
    hash.update(`${relative(ROOT, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** True when the step was last done for this very digest. */
export function isStamped(step, digest) {
  const file = join(STAMPS, step);
  return existsSync(file) && readFileSync(file, 'utf8') === digest;
}

export function stamp(step, digest) {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, step), digest);
}

function filesUnder(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (cause) {
    if (cause.code === 'ENOTDIR') return [path];
    if (cause.code === 'ENOENT') return [];
    throw cause;
  }
  return entries
    .filter((entry) => !IGNORED.has(entry.name) && !NOT_SOURCE.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : entry.isFile() ? [join(path, entry.name)] : [],
    );
}
