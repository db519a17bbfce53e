/** Walks a folder in a fixed order, bounded, without following links. */
import fs from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import type { Folder } from './folder.ts';

/** Entries of one folder that are looked at; a larger folder is cut, and says so. */
const MAX_ENTRIES = 20_000;

export interface Visit {
  readonly folder: Folder;
  readonly name: string;
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link' | 'special';
}

export interface WalkOptions {
  /** 1 is the folder's own entries. */
  readonly depth: number;
  readonly signal: AbortSignal;
  /** Names of folders that are not entered. */
  readonly skip?: ReadonlySet<string>;
}

/** What could not be walked. */
export interface WalkReport {
  cut: number;
  unreadable: number;
}

/** Depth first, names in code unit order. Folders are closed as soon as they are left. */
export async function* walk(folder: Folder, options: WalkOptions, report: WalkReport): AsyncGenerator<Visit> {
  for (const entry of await sortedEntries(folder, options.signal, report)) {
    const visit: Visit = { folder, name: entry.name, path: folder.nameOf(entry.name), kind: kindOf(entry) };
    yield visit;
    if (visit.kind !== 'folder' || options.depth <= 1 || options.skip?.has(entry.name) === true) continue;
    const inner = await folder.enter(entry.name).catch(() => null);
    if (inner === null) {
      report.unreadable += 1;
      continue;
    }
    try {
      yield* walk(inner, { ...options, depth: options.depth - 1 }, report);
    } finally {
      await inner.close();
    }
  }
}

async function sortedEntries(folder: Folder, signal: AbortSignal, report: WalkReport): Promise<Dirent[]> {
  const entries: Dirent[] = [];
  signal.throwIfAborted();
  for await (const entry of await fs.opendir(folder.location)) {
    signal.throwIfAborted();
    if (entries.length < MAX_ENTRIES) entries.push(entry);
    else report.cut += 1;
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: Dirent): Visit['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}
