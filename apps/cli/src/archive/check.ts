import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toHex, verifySignature } from '@runseal/spine';
import { openHead } from '@runseal/spine/ledger';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../errors.ts';
import { readText } from '../files/read.ts';
import { trusting } from '../ledger-keys.ts';
import { keptEntries, type Entry } from './entries.ts';
import { baseOf, checkpointFile, isFileName, isoTime, readOwner, recordOf, runsFolder } from './folder.ts';
import { keptLeaves, rootOf } from './leaves.ts';
import { storyOf, type Story } from './story.ts';
import { judgeRun, type JudgedRun, type Trust } from './judge-run.ts';

export interface CheckedArchive {
  readonly origin: string;
  readonly workspaces: readonly string[] | null;
  /** Entries under the head, and how many of them are kept. */
  readonly size: number;
  readonly entries: number;
  /** ISO time of the newest of them: what happened later is not in the archive. */
  readonly newestAt: string | null;
  readonly records: readonly JudgedRun[];
  /** Sealed runs whose record is not there though nobody removed them, by the place of their seal. */
  readonly missing: readonly { readonly run: string; readonly index: number }[];
  /** Runs that two people removed, whether the record is still here, and why they went. */
  readonly pruned: readonly {
    readonly run: string;
    readonly here: boolean;
    readonly by: string | null;
    readonly reason: string | null;
  }[];
  /** Runs that were opened and never sealed, as of the head. */
  readonly unsealed: readonly string[];
  /** Records that no seal in the kept entries names. */
  readonly unnamed: readonly string[];
  /** Entries that are not here though the archive is of every workspace. */
  readonly withheld: number;
  /** Entries of which only the hash is here, because they are said to be of other workspaces: what they are, nobody can tell. */
  readonly untold: number;
}

/** Judges everything in an archive without any server: the ledger it follows, each record, and whether one is missing. */
export async function checkArchive(root: string, trust: Trust, context: Context): Promise<CheckedArchive> {
  const owner = await readOwner(root);
  if (owner === null || !existsSync(checkpointFile(root)))
    throw new CliError('archive_missing', `${root} holds no archive yet: runseal archive sync makes one.`, {
      exitCode: EXIT.unreadable,
    });
  const note = await readText(checkpointFile(root));
  const { head } = await trusting({ ...trust, origin: owner.origin }, (keys) => openHead(note, keys, verifySignature));
  const leaves = await keptLeaves(root, head.size);
  if (rootOf(leaves) !== toHex(head.root))
    throw new CliError(
      'archive_altered',
      'The kept hashes are not those under the signed head: the folder was altered, or is damaged.',
      { exitCode: EXIT.failed },
    );
  const story = await storyOf(keptEntries(root, leaves));
  const { records, missing } = await judgeAll(root, story, trust, context);
  const pruned = story.sealed.filter(({ run }) => story.pruned.has(run!));
  return {
    origin: owner.origin,
    workspaces: owner.workspaces,
    size: head.size,
    entries: story.entries,
    newestAt: story.newest === null ? null : isoTime(story.newest),
    records,
    missing,
    pruned: pruned.map(({ run, time }) => {
      const { actor: by, reason } = story.pruned.get(run!)!;
      return { run: run!, here: isFileName(run!) && existsSync(recordOf(baseOf(root, run!, time))), by, reason };
    }),
    unsealed: [...story.unsealed],
    unnamed: unnamedIn(root, story.sealed),
    withheld: owner.workspaces === null ? head.size - story.entries : 0,
    untold: owner.workspaces === null ? 0 : head.size - story.entries,
  };
}

async function judgeAll(root: string, { sealed, pruned }: Story, trust: Trust, context: Context) {
  const records: JudgedRun[] = [];
  const missing: { run: string; index: number }[] = [];
  const bar = context.progress('verifying', sealed.length);
  try {
    for (const entry of sealed) {
      const base = isFileName(entry.run!) ? baseOf(root, entry.run!, entry.time) : null;
      if (base !== null && existsSync(recordOf(base))) records.push(await judgeRun(base, entry, trust, context));
      else if (!pruned.has(entry.run!)) missing.push({ run: entry.run!, index: entry.index });
      bar.advance(1);
    }
  } finally {
    bar.stop();
  }
  return { records, missing };
}

function unnamedIn(root: string, sealed: readonly Entry[]): string[] {
  const named = new Set(
    sealed.flatMap(({ run, time }) => (isFileName(run!) ? [recordOf(baseOf(root, run!, time))] : [])),
  );
  const runs = runsFolder(root);
  if (!existsSync(runs)) return [];
  return readdirSync(runs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.provetrail'))
    .map((name) => join(runs, name))
    .filter((file) => !named.has(file));
}
