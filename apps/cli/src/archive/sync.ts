import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { toHex, verifySignature } from '@runseal/spine';
import { openHead, parseHead, parseNote, parseVkey, type LedgerHead } from '@runseal/spine/ledger';
import type { Context } from '../context.ts';
import { CliError, EXIT } from '../errors.ts';
import { addKeys, writeRun } from '../export-run.ts';
import { contentBeside } from '../files/contents.ts';
import { replaceFile } from '../files/write.ts';
import { trusting } from '../ledger-keys.ts';
import type { Server } from '../server/server.ts';
import { keepEntries, keptEntries, keptUpTo, readEntry, type Entry } from './entries.ts';
import { baseOf, checkpointFile, isFileName, keysFile, readOwner, recordOf, writeOwner, type Owner } from './folder.ts';
import { forgetOldTiles, keepLeaves, keptLeaves, rootOf, servedLeaves } from './leaves.ts';
import { storyOf, type Story } from './story.ts';
import { judgeRun, type JudgedRun, type Trust } from './judge-run.ts';

export interface SyncOptions {
  readonly trust: Trust;
  /** Whether contents come along. */
  readonly content: boolean;
}

/** A sealed run of which the server gives no record. */
export interface MissingRun {
  readonly run: string;
  readonly code: string;
  readonly sentence: string;
}

export interface Synced {
  readonly origin: string;
  /** Entries of the ledger before and now. */
  readonly before: number;
  readonly size: number;
  /** Runs that were archived now. */
  readonly added: readonly JudgedRun[];
  readonly missing: readonly MissingRun[];
  /** Runs whose contents became fewer, because some were erased since. */
  readonly lessened: number;
}

/**
 * Brings an archive up to the ledger's newest head: its leaf hashes, the entries of the caller's workspaces, and every
 * record that was sealed, each verified. The head is kept last, so whatever interrupts is made up for by the next sync.
 *
 * @throws CliError `runseal.head_contradicts_pin` when the ledger does not continue the one in the folder
 */
export async function syncArchive(
  root: string,
  server: Server,
  { trust, content }: SyncOptions,
  context: Context,
): Promise<Synced> {
  const owner = await ownerOf(root, server);
  const note = await server.checkpoint();
  const { head } = await trusting({ ...trust, origin: owner.origin }, (keys) => openHead(note, keys, verifySignature));
  if (head.origin !== owner.origin) throw another(root, owner.origin, head.origin);
  const before = await keptHead(root);
  const leaves = await nextLeaves(root, before, head, server);
  await writeOwner(root, owner);
  await keepLeaves(root, before.size, leaves);
  await copyEntries(root, owner, leaves, server);
  const story = await storyOf(keptEntries(root, leaves), before.size);
  const { added, missing } = await addRuns(root, story, { server, trust, content, context });
  const fresh = new Set(added.map(({ run }) => run));
  const lessened = await lessen(root, story, fresh, server);
  await addKeys(keysFile(root), await server.keys());
  await replaceFile(checkpointFile(root), note);
  await forgetOldTiles(root, before.size, head.size);
  return { origin: head.origin, before: before.size, size: head.size, added, missing, lessened };
}

/** Whose records the server gives this principal; they must be those the folder holds. */
async function ownerOf(root: string, server: Server): Promise<Owner> {
  const kept = await readOwner(root);
  const { vkey } = await server.ledger();
  const { workspaces } = await server.whoami();
  const now = { origin: parseVkey(vkey).name, workspaces: workspaces === null ? null : workspaces.toSorted() };
  if (kept === null) return now;
  if (kept.origin !== now.origin) throw another(root, kept.origin, now.origin);
  const scope = ({ workspaces: names }: Owner): string => (names === null ? 'every workspace' : names.join(', '));
  if (scope(kept) !== scope(now))
    throw new CliError(
      'archive_of_another',
      `${root} holds the runs of ${scope(kept)}, and this key may see those of ${scope(now)}. Use a key that sees the same, or another folder.`,
      { exitCode: EXIT.usage },
    );
  return kept;
}

const another = (root: string, kept: string, now: string): CliError =>
  new CliError(
    'archive_of_another',
    `${root} follows the ledger ${kept}, and this server keeps ${now}. Name another folder for it.`,
    { exitCode: EXIT.usage },
  );

const NOTHING: Pick<LedgerHead, 'size' | 'root'> = { size: 0, root: new Uint8Array() };

/** The head the folder was brought up to. It was opened with keys of the reader when it was kept. */
async function keptHead(root: string): Promise<Pick<LedgerHead, 'size' | 'root'>> {
  const file = checkpointFile(root);
  return existsSync(file) ? parseHead(parseNote(await readFile(file, 'utf8')).text) : NOTHING;
}

/** The leaves under the new head. Those that were kept must be the first of them. */
async function nextLeaves(
  root: string,
  before: Pick<LedgerHead, 'size' | 'root'>,
  head: LedgerHead,
  server: Server,
): Promise<Uint8Array> {
  const kept = await keptLeaves(root, before.size);
  if (before.size > 0 && rootOf(kept) !== toHex(before.root))
    throw new CliError(
      'archive_altered',
      `The hashes in ${root} are not those under the head beside them: the folder was altered, or is damaged. Restore it.`,
      { exitCode: EXIT.failed },
    );
  if (head.size < before.size)
    throw contradicts(root, `it has ${head.size} entries, and the folder holds a signed head of ${before.size}`);
  const leaves = await servedLeaves(kept, head.size, server);
  const goesOn = Buffer.compare(leaves.subarray(0, kept.length), kept) === 0;
  if (goesOn && rootOf(leaves) === toHex(head.root)) return leaves;
  if (before.size > 0) throw contradicts(root, 'its newest head does not continue the one that the folder holds');
  throw new CliError('ledger_tile_wrong', 'The hashes the server gives are not those under its own signed head.', {
    exitCode: EXIT.failed,
  });
}

const contradicts = (root: string, how: string): CliError =>
  new CliError(
    'runseal.head_contradicts_pin',
    `The ledger has another history than the archive: ${how}. Keep ${root} as it is: both heads are signed. Nothing was added.`,
    { exitCode: EXIT.failed },
  );

const PAGE = 500;

async function copyEntries(root: string, owner: Owner, leaves: Uint8Array, server: Server): Promise<void> {
  const size = leaves.length / 32;
  for (let from = keptUpTo(root); from < size;) {
    const page = await server.entries({ after: from, limit: PAGE });
    const lines = page.items.filter(({ index }) => index < size);
    const places = lines.map((line) => readEntry(line, leaves).index);
    const to = Math.min(page.nextAfter ?? size, size);
    const all = owner.workspaces === null;
    if (to <= from || places.some((index, n) => index < from || index >= to || (all && index !== from + n)))
      throw new CliError('ledger_entries_wrong', `The server gives other entries than those from ${from} on.`, {
        exitCode: EXIT.failed,
      });
    await keepEntries(root, from, to, lines);
    from = to;
  }
}

interface Adding extends SyncOptions {
  readonly server: Server;
  readonly context: Context;
}

async function addRuns(
  root: string,
  { sealed, pruned }: Story,
  adding: Adding,
): Promise<{ added: JudgedRun[]; missing: MissingRun[] }> {
  const wanted = sealed.filter(({ run, time }) => !pruned.has(run!) && !existsSync(recordOf(baseOf(root, run!, time))));
  const bar = adding.context.progress('archiving', wanted.length);
  const [added, missing]: [JudgedRun[], MissingRun[]] = [[], []];
  try {
    for (const entry of wanted) {
      const found = await addRun(root, entry, adding);
      if ('code' in found) missing.push(found);
      else added.push(found);
      bar.advance(1);
    }
  } finally {
    bar.stop();
  }
  return { added, missing };
}

/** With these something is said of the run; anything else (no answer, no right, no room) ends the sync. */
const ABOUT_RUN = new Set(['run_unknown', 'not_sealed', 'run_pruned', 'store_damaged', 'internal', 'export_differs']);
const SILENT = { advance: () => undefined, stop: () => undefined };

async function addRun(root: string, sealed: Entry, adding: Adding): Promise<JudgedRun | MissingRun> {
  const { server, trust, content, context } = adding;
  const run = sealed.run!;
  if (!isFileName(run))
    return { run, code: 'run_unnameable', sentence: 'Its id cannot be the name of a file: export it by hand.' };
  const base = baseOf(root, run, sealed.time);
  try {
    await writeRun(base, run, server, { bar: SILENT, content });
  } catch (cause) {
    if (!(cause instanceof CliError) || !ABOUT_RUN.has(cause.code)) throw cause;
    return { run, code: cause.code, sentence: cause.message };
  }
  return judgeRun(base, sealed, trust, context);
}

/** What was erased on the server since goes from the folder, too. */
async function lessen(
  root: string,
  { sealed, pruned, lessened }: Story,
  fresh: ReadonlySet<string>,
  server: Server,
): Promise<number> {
  let count = 0;
  for (const { run, time } of sealed) {
    if (!lessened.has(run!) || fresh.has(run!) || !isFileName(run!)) continue;
    const file = contentBeside(recordOf(baseOf(root, run!, time)));
    if (!existsSync(file)) continue;
    if (pruned.has(run!)) await rm(file);
    else await replaceFile(file, server.contents(run!));
    count += 1;
  }
  return count;
}
