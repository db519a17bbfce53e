import { SpineError } from '@runseal/spine';
import { LONGEST_TOKEN, parseAnchors, parseRevocations } from '@runseal/spine/time';
import { existsSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';
import { readAtMost, readText } from './read.ts';

export interface TimeTokenFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** Where export puts the time token of a record: RUN.provetrail → RUN.tst. */
export const timeTokenBeside = (record: string): string => `${record.replace(/\.(provetrail|slice)$/, '')}.tst`;

/** The time token that was asked for, or the one beside the record; null when there is none. What it says is judged later. */
export async function readTimeToken(record: string, asked: string | undefined): Promise<TimeTokenFile | null> {
  const file = asked ?? timeTokenBeside(record);
  if (asked === undefined && (file === record || !existsSync(file))) return null;
  return { file, bytes: await readAtMost(file, LONGEST_TOKEN) };
}

/** Certificates of the time authorities the reader trusts, and what they revoked, from PEM files. */
export async function readTimeAnchors(
  paths: readonly string[],
): Promise<{ readonly timeAnchors: readonly Uint8Array[]; readonly timeRevocations: readonly Uint8Array[] }> {
  const [timeAnchors, timeRevocations]: [Uint8Array[], Uint8Array[]] = [[], []];
  for (const path of paths) {
    const [anchors, revocations] = trustIn(await readText(path), path);
    timeAnchors.push(...anchors);
    timeRevocations.push(...revocations);
  }
  return { timeAnchors, timeRevocations };
}

function trustIn(pem: string, path: string): readonly [Uint8Array[], Uint8Array[]] {
  try {
    return [parseAnchors(pem), parseRevocations(pem)];
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError('time_anchor_invalid', `${path}: ${cause.message}`, { exitCode: EXIT.usage, cause });
  }
}
