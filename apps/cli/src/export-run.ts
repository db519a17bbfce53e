import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CliError, EXIT } from './errors.ts';
import { parseKeyEntries, readKeyEntries, type KeyEntry } from './files/keyring.ts';
import { replaceFile, writeEvidence, type Written } from './files/write.ts';
import type { Context, Progress } from './context.ts';
import type { KeyView, Server } from './server/server.ts';

/** Writes everything an outsider needs to judge a run into `directory`; each file complete or not at all. */
export async function exportRun(
  id: string,
  directory: string,
  server: Server,
  context: Pick<Context, 'progress'>,
): Promise<Written[]> {
  const run = await server.run(id);
  if (!run.sealed || !/^[\w.-]+$/.test(run.run))
    throw new CliError(
      'not_sealed',
      `${id} is not sealed yet, so there is no record to export; follow it with runseal watch.`,
      {
        exitCode: EXIT.unreadable,
      },
    );
  const bar = context.progress('exporting', 6);
  try {
    return [
      ...(await writeRun(join(directory, run.run), id, server, { bar })),
      await step(bar, addKeys(join(directory, 'keys.json'), await server.keys())),
    ];
  } finally {
    bar.stop();
  }
}

/** Writes what is the run's own beside each other: `base` is their path without what tells them apart. */
export async function writeRun(
  base: string,
  run: string,
  server: Server,
  { bar, content = true }: { readonly bar: Progress; readonly content?: boolean },
): Promise<Written[]> {
  return [
    await step(bar, writeEvidence(`${base}.provetrail`, server.record(run))),
    await step(bar, writeEvidence(`${base}.leaves`, server.leaves(run))),
    // Content may be erased later, lawfully: a smaller export then is no contradiction, so it is replaced.
    ...(content ? [await step(bar, replaceFile(`${base}.content.jsonl`, server.contents(run)))] : []),
    ...(await step(bar, writeReceipt(`${base}.tlog-proof`, run, server))),
    ...(await step(bar, writeTimeToken(`${base}.tst`, run, server))),
  ];
}

/** A seal is in the ledger within a second; where no worker writes it, the export goes without. */
export async function writeReceipt(path: string, run: string, server: Server): Promise<Written[]> {
  const until = Date.now() + RECEIPT_MS;
  for (;;) {
    try {
      // A later receipt may have more cosignatures: it proves more, and contradicts nothing.
      return [await replaceFile(path, await server.receipt(run))];
    } catch (cause) {
      if (!(cause instanceof CliError) || cause.code !== 'receipt_pending') throw cause;
      if (Date.now() > until) return [];
    }
    await pause(RECEIPT_LOOK_MS);
  }
}

/** It may come after the export, or never: tokens are optional. Once there, it does not change. */
export async function writeTimeToken(path: string, run: string, server: Server): Promise<Written[]> {
  const token = await server.timeToken(run);
  return token === null ? [] : [await replaceFile(path, token)];
}

const RECEIPT_MS = 5_000;
const RECEIPT_LOOK_MS = 100;

/** Adds the server's keys to those in the file. */
export async function addKeys(path: string, keys: readonly KeyView[]): Promise<Written> {
  const before = existsSync(path) ? await readKeyEntries(path) : [];
  const added = keys.map(({ keyId, publicKeyHex, origin, vkey, compromisedAt }) => ({
    keyId,
    publicKeyHex,
    origin,
    vkey,
    ...(compromisedAt === null ? {} : { compromisedAt }),
  }));
  const known = new Map(before.map((entry) => [entry.keyId, entry]));
  // A mark that was there once stays: a server does not make a key good again.
  for (const entry of parseKeyEntries(added, 'The server'))
    known.set(entry.keyId, { ...markOf(known.get(entry.keyId)), ...entry });
  return replaceFile(path, `${JSON.stringify([...known.values()], null, 2)}\n`);
}

const markOf = (before: KeyEntry | undefined): Pick<KeyEntry, 'compromisedAt'> =>
  before?.compromisedAt === undefined ? {} : { compromisedAt: before.compromisedAt };

async function step<T>(bar: Progress, work: Promise<T>): Promise<T> {
  const result = await work;
  bar.advance(1);
  return result;
}
