/** Entries of the ledger as an archive keeps them: the exact bytes, with their place. Nothing else of a line is believed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SpineError, toHex } from '@runseal/spine';
import { decodeLedgerEntry, fromBase64, ledgerLeaf } from '@runseal/spine/ledger';
import { nodeHasher } from '@runseal/spine/node';
import { CliError, EXIT } from '../errors.ts';
import { linesOf } from '../files/lines.ts';
import { pieces } from '../files/read.ts';
import { writeEvidence } from '../files/write.ts';
import { entriesFolder } from './folder.ts';
import { isLeafAt } from './leaves.ts';

/** What an archive reads of an entry. */
export interface Entry {
  readonly index: number;
  readonly kind: string;
  /** The run it is about; null for entries about something else. */
  readonly run: string | null;
  /** Unix ns. */
  readonly time: bigint;
  /** Of a seal: how many events, and the root over them (hex). */
  readonly seal: { readonly size: number; readonly root: string } | null;
  /** Who did it and why, where a person did. */
  readonly actor: string | null;
  readonly reason: string | null;
}

/** One line of the API's list of entries. */
export interface EntryLine {
  readonly index: number;
  readonly kind: string;
  readonly subject: string;
  readonly workspace: string;
  readonly leaf: string;
  /** Base64. */
  readonly entry: string;
}

/** Reads an entry from its bytes. Throws `archive_entry_wrong` where they are not those under the leaf of its place. */
export function readEntry({ index, entry }: Pick<EntryLine, 'index' | 'entry'>, leaves: Uint8Array): Entry {
  try {
    const bytes = fromBase64(entry, 'An entry');
    if (!isLeafAt(leaves, index, ledgerLeaf(bytes, nodeHasher))) throw wrong(index, 'is not the one that was signed');
    const { kind, time, run, subject, size, root, actor, reason } = decodeLedgerEntry(bytes);
    const name = textOr(kind) ?? '';
    const isOfRun = name === 'run.pruned' || name.startsWith('hold.');
    return {
      index,
      kind: name,
      run: textOr(run ?? (isOfRun ? subject : null)),
      time: BigInt(typeof time === 'bigint' || typeof time === 'number' ? time : 0),
      seal: name === 'run.sealed' && root instanceof Uint8Array ? { size: Number(size), root: toHex(root) } : null,
      actor: textOr(actor),
      reason: textOr(reason),
    };
  } catch (cause) {
    throw cause instanceof SpineError ? wrong(index, `cannot be read: ${cause.message}`) : cause;
  }
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const wrong = (index: number, what: string): CliError =>
  new CliError('archive_entry_wrong', `Entry ${index} of the ledger ${what}.`, { exitCode: EXIT.failed });

/** Keeps the entries of the places from one up to another, which is not among them. */
export async function keepEntries(root: string, from: number, to: number, lines: readonly EntryLine[]): Promise<void> {
  const text = lines.map(({ index, kind, subject, workspace, leaf, entry }) =>
    Buffer.from(`${JSON.stringify({ index, kind, subject, workspace, leaf, entry })}\n`),
  );
  await writeEvidence(join(entriesFolder(root), `${placed(from)}-${placed(to)}.jsonl`), each(text));
}

/** Up to which place entries are kept. */
export const keptUpTo = (root: string): number => filesOf(root).at(-1)?.to ?? 0;

/**
 * All that are kept, in order, each once: a line twice would make up for one that was taken out. Throws `archive_incomplete`
 * where a file between others is missing.
 */
export async function* keptEntries(root: string, leaves: Uint8Array): AsyncGenerator<Entry> {
  let reached = 0;
  for (const { file, from, to } of filesOf(root)) {
    if (from !== reached) throw incomplete(reached, from);
    for await (const line of linesOf(pieces(file))) {
      const entry = readEntry(parsed(line, file), leaves);
      if (entry.index < reached || entry.index >= to) throw wrong(entry.index, 'stands where it has no place');
      reached = entry.index + 1;
      yield entry;
    }
    reached = to;
  }
  if (reached !== leaves.length / 32) throw incomplete(reached, leaves.length / 32);
}

const incomplete = (from: number, to: number): CliError =>
  new CliError(
    'archive_incomplete',
    `The entries ${from} to ${to} of the ledger are not kept: a file is missing, or the last sync did not end. Sync again.`,
    { exitCode: EXIT.unreadable },
  );

function parsed(line: string, file: string): Pick<EntryLine, 'index' | 'entry'> {
  try {
    const { index, entry } = JSON.parse(line) as Record<string, unknown>;
    if (Number.isSafeInteger(index) && typeof entry === 'string') return { index: index as number, entry };
  } catch {
    // Told below.
  }
  throw new CliError('archive_unreadable', `${file} has a line that is no entry.`, { exitCode: EXIT.unreadable });
}

interface EntriesFile {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

function filesOf(root: string): readonly EntriesFile[] {
  const folder = entriesFolder(root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((name) => {
    const [, from, to] = /^(\d{12})-(\d{12})\.jsonl$/.exec(name) ?? [];
    return from === undefined ? [] : [{ file: join(folder, name), from: Number(from), to: Number(to) }];
  });
  return names.sort((a, b) => a.from - b.from || a.to - b.to);
}

const placed = (place: number): string => String(place).padStart(12, '0');

// eslint-disable-next-line @typescript-eslint/require-await -- a source of what is at hand
async function* each(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
