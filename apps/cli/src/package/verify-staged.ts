import { createReadStream } from 'node:fs';
import { verifyRecordStream, type Report } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import type { Progress } from '../context.ts';
import { parseKeyEntries, trustedKeys } from '../files/keyring.ts';
import { parseLeaves } from '../files/leaves.ts';
import { readText } from '../files/read.ts';
import type { KeyView } from '../server/server.ts';

export interface Staged {
  /** Files. */
  readonly record: string;
  readonly leaves: string;
  readonly receipt: string | undefined;
  readonly timeToken: Uint8Array | null;
  readonly keys: readonly KeyView[];
}

/** Verifies what lies on the disk, piece by piece, with the keys of the server. */
export async function verifyStaged(staged: Staged, bar: Progress): Promise<Report> {
  const report = await verified(staged, bar, undefined);
  if (report.verdicts.every(({ name, state }) => name !== 'integrity' || state !== 'fail')) return report;
  // Leaf hashes say where a record that failed is bad. They have to be held, so it is only done where there is a need.
  return verified(staged, SILENT, parseLeaves(await readText(staged.leaves), 'The server'));
}

const SILENT: Progress = { advance: () => undefined, stop: () => undefined };

function verified(
  { record, receipt, timeToken, keys }: Staged,
  bar: Progress,
  leaves: readonly Uint8Array[] | undefined,
): Promise<Report> {
  let before = 0;
  return verifyRecordStream(createReadStream(record, { highWaterMark: PIECE }), {
    keyring: trustedKeys(parseKeyEntries(keys, 'The server')),
    hasher: nodeHasher,
    evidence: { leaves, receipt, timeToken: timeToken ?? undefined },
    onProgress: (done) => {
      bar.advance(done - before);
      before = done;
    },
  });
}

/** Bytes read at once. */
const PIECE = 256 * 1024;
