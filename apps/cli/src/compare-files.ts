import {
  compareRuns,
  decodeEvent,
  decodeRecord,
  SpineError,
  toHex,
  verifyRecord,
  type ContentLookup,
  type Report,
  type RunComparison,
  type SpineEvent,
  type TrustedKey,
} from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { CliError, EXIT } from './errors.ts';
import { contentBeside, readContents } from './files/contents.ts';
import { readBytes } from './files/read.ts';

export interface FileComparison extends RunComparison {
  /** Each record's own report under the keys given: a comparison says nothing about records that do not verify. */
  readonly reports: { readonly left: Report; readonly right: Report };
}

interface Side {
  readonly events: readonly SpineEvent[];
  readonly report: Report;
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** Compares two record files without any server; content exported beside them is used where its commitment holds. */
export async function compareFiles(
  left: string,
  right: string,
  keyring: readonly TrustedKey[],
): Promise<FileComparison> {
  const sides = { left: await readSide(left, keyring), right: await readSide(right, keyring) };
  const content: ContentLookup = (side, commitment) => sides[side].contents.get(toHex(commitment));
  const comparison = compareRuns(sides.left.events, sides.right.events, content);
  return { ...comparison, reports: { left: sides.left.report, right: sides.right.report } };
}

async function readSide(file: string, keyring: readonly TrustedKey[]): Promise<Side> {
  const bytes = await readBytes(file);
  const report = await verifyRecord(bytes, { keyring, hasher: nodeHasher });
  try {
    const events = decodeRecord(bytes).events.map((canonical) => decodeEvent(canonical));
    return { events, report, contents: await readContents(contentBeside(file)) };
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError(
      cause.code,
      `${file} is not a readable record: ${cause.message}. Look closer with runseal verify.`,
      { exitCode: EXIT.failed, cause },
    );
  }
}
