import { verifyRecord, verifyRecordStream, type Evidence, type Report, type TrustedKey } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { looksLikeSlice, verifySlice } from '@runseal/spine/slice';
import { stat } from 'node:fs/promises';
import { kindOf, requireRecordBytes } from './files/kind.ts';
import { readLeafHints, type LeafHints } from './files/leaves.ts';
import { firstBytes, MOST_HELD, pieces, readBytes } from './files/read.ts';
import type { Context } from './context.ts';

export interface Judged {
  readonly report: Report;
  /** Leaf hashes that were at hand to place the blame; null where there were none, or no need of them. */
  readonly hints: LeafHints | null;
}

export interface JudgeOptions {
  readonly evidence: Evidence;
  readonly leaves: string | undefined;
  /** Of a file that somebody named: what is no record is then the wrong file. One that a package or an archive names fails. */
  readonly named?: boolean;
}

/**
 * Verifies a file, showing how far it is on a terminal. A record goes by piece by piece; it is held whole, with the leaf
 * hashes beside it, only where it fails, to say where it is bad. Throws CliError `not_a_record`.
 */
export async function judgeFile(
  file: string,
  keyring: readonly TrustedKey[],
  { evidence, leaves, named = false }: JudgeOptions,
  context: Context,
): Promise<Judged> {
  const asked = leaves === undefined ? null : await readLeafHints(file, leaves);
  const options = { keyring, hasher: nodeHasher, evidence, signal: context.io.signal };
  const kind = await kindOf(file);
  if (kind === 'other' && named) requireRecordBytes(file, await firstBytes(file));
  if (kind === 'record' || kind === 'other') {
    const streamed = await shown(context, (onProgress) => verifyRecordStream(pieces(file), { ...options, onProgress }));
    if (streamed.verdicts[0]?.state !== 'fail' || (await stat(file)).size > MOST_HELD)
      return { report: streamed, hints: asked };
  }
  const bytes = await readBytes(file);
  if (named) requireRecordBytes(file, bytes);
  const hints = asked ?? (await readLeafHints(file, undefined));
  const judging = looksLikeSlice(bytes) ? verifySlice : verifyRecord;
  const known = { ...options, evidence: { ...evidence, leaves: hints?.leaves } };
  const report = await shown(context, (onProgress) => judging(bytes, { ...known, onProgress }));
  return { report, hints };
}

async function shown<T>(
  context: Context,
  judging: (onProgress: (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  let bar: ReturnType<Context['progress']> | undefined;
  let seen = 0;
  try {
    return await judging((done, total) => {
      bar ??= context.progress('verifying', total);
      bar.advance(done - seen);
      seen = done;
    });
  } finally {
    bar?.stop();
  }
}
