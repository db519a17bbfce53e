import { verifyRecord, verifyRecordStream, type Evidence, type Report, type TrustedKey } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { looksLikeSlice, verifySlice } from '@runseal/spine/slice';
import { stat } from 'node:fs/promises';
import { readLeafHints, type LeafHints } from './files/leaves.ts';
import { firstBytes, MOST_HELD, pieces, readBytes } from './files/read.ts';
import type { Context } from './context.ts';

export interface Judged {
  readonly report: Report;
  /** Leaf hashes that were at hand to place the blame; null where there were none, or no need of them. */
  readonly hints: LeafHints | null;
}

/**
 * Verifies a file, showing how far it is on a terminal. A record goes by piece by piece; it is held whole, with the leaf
 * hashes beside it, only where it fails, to say where it is bad.
 */
export async function judgeFile(
  file: string,
  keyring: readonly TrustedKey[],
  { evidence, leaves }: { readonly evidence: Evidence; readonly leaves: string | undefined },
  context: Context,
): Promise<Judged> {
  const asked = leaves === undefined ? null : await readLeafHints(file, leaves);
  const options = { keyring, hasher: nodeHasher, evidence, signal: context.io.signal };
  if (await isRecordFile(file)) {
    const streamed = await shown(context, (onProgress) => verifyRecordStream(pieces(file), { ...options, onProgress }));
    if (streamed.verdicts[0]?.state !== 'fail' || (await stat(file)).size > MOST_HELD)
      return { report: streamed, hints: asked };
  }
  const bytes = await readBytes(file);
  const hints = asked ?? (await readLeafHints(file, undefined));
  const judging = looksLikeSlice(bytes) ? verifySlice : verifyRecord;
  const known = { ...options, evidence: { ...evidence, leaves: hints?.leaves } };
  const report = await shown(context, (onProgress) => judging(bytes, { ...known, onProgress }));
  return { report, hints };
}

/** A pipe can be read once only. */
async function isRecordFile(file: string): Promise<boolean> {
  const about = await stat(file).catch(() => null);
  return about?.isFile() === true && !looksLikeSlice(await firstBytes(file));
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
