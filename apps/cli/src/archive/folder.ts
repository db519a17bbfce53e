/**
 * Where things lie in an archive:
 *
 *     archive.json                         whose records these are
 *     keys.json                            the keys the server seals with, for whoever finds the folder
 *     ledger/checkpoint                    the signed head the folder was brought up to (c2sp.org/tlog-checkpoint)
 *     ledger/tile/0/...                    the leaf hashes under it (c2sp.org/tlog-tiles)
 *     ledger/entries/FROM-TO.jsonl         its entries, those of the caller's workspaces
 *     runs/2026-12/RUN.provetrail ...      the records by the month of their seal, each with what export writes beside it
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatTilePath } from '@runseal/spine/ledger';
import { CliError, EXIT } from '../errors.ts';
import { readJson } from '../files/read.ts';
import { replaceFile } from '../files/write.ts';

/** Whose records an archive holds. */
export interface Owner {
  /** The name of the ledger. */
  readonly origin: string;
  /** What of it the principal may see; null is everything. */
  readonly workspaces: readonly string[] | null;
}

export const checkpointFile = (root: string): string => join(root, 'ledger', 'checkpoint');
export const keysFile = (root: string): string => join(root, 'keys.json');
export const entriesFolder = (root: string): string => join(root, 'ledger', 'entries');
export const runsFolder = (root: string): string => join(root, 'runs');

/** Leaf hashes from the 256 times `index`th on. */
export const tileFile = (root: string, index: number, width: number): string =>
  join(root, 'ledger', formatTilePath({ level: 0, index, width }));

/** What the files of a run are called, without what tells them apart. `sealedAt`: Unix ns. */
export function baseOf(root: string, run: string, sealedAt: bigint): string {
  return join(runsFolder(root), isoTime(sealedAt)?.slice(0, 7) ?? 'undated', run);
}

/** Unix ns as ISO time; null where it is none that a calendar has. */
export function isoTime(ns: bigint): string | null {
  const date = new Date(Number(ns / 1_000_000n));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

export const recordOf = (base: string): string => `${base}.provetrail`;

/** An id that is also the name of a file, and of none elsewhere. */
export const isFileName = (run: string): boolean => /^[\w-][\w.-]{0,199}$/.test(run);

const ownerFile = (root: string): string => join(root, 'archive.json');

/** Whose archive the folder is; null where nothing is there yet. Throws `archive_foreign` where something else is. */
export async function readOwner(root: string): Promise<Owner | null> {
  if (existsSync(ownerFile(root))) return parsedOwner(await readJson(ownerFile(root)), root);
  if (!existsSync(root) || readdirSync(root).length === 0) return null;
  throw new CliError(
    'archive_foreign',
    `${root} holds other things and no archive.json: an archive is alone in its folder. Name an empty one.`,
    { exitCode: EXIT.usage },
  );
}

export async function writeOwner(root: string, owner: Owner): Promise<void> {
  await replaceFile(ownerFile(root), `${JSON.stringify({ version: VERSION, ...owner }, null, 2)}\n`);
}

const VERSION = 1;

function parsedOwner(value: unknown, root: string): Owner {
  const { version, origin, workspaces } = (value ?? {}) as Record<string, unknown>;
  const listed = Array.isArray(workspaces) && workspaces.every((name) => typeof name === 'string') ? workspaces : null;
  if (version !== VERSION || typeof origin !== 'string' || (listed === null && workspaces !== null))
    throw new CliError(
      'archive_unreadable',
      `The archive.json in ${root} is none that this version reads. Restore it, or begin in an empty folder.`,
      { exitCode: EXIT.unreadable },
    );
  return { origin, workspaces: listed };
}
