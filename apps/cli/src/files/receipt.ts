import { parsePolicy, type Policy } from '@runseal/spine/ledger';
import { SpineError } from '@runseal/spine';
import { existsSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';
import { readText } from './read.ts';

export interface ReceiptFile {
  readonly file: string;
  readonly text: string;
}

/** Where export puts the receipt of a record: RUN.provetrail → RUN.tlog-proof. */
export const receiptBeside = (record: string): string => `${record.replace(/\.(provetrail|slice)$/, '')}.tlog-proof`;

/** The receipt that was asked for, or the one beside the record; null when there is none. What it proves is judged later. */
export async function readReceipt(record: string, asked: string | undefined): Promise<ReceiptFile | null> {
  const file = asked ?? receiptBeside(record);
  if (asked === undefined && (file === record || !existsSync(file))) return null;
  return { file, text: await readText(file) };
}

/** The reader's own policy of witnesses (c2sp.org/tlog-policy). */
export async function readPolicy(path: string | undefined): Promise<Policy | undefined> {
  if (path === undefined) return undefined;
  const text = await readText(path);
  try {
    return parsePolicy(text);
  } catch (cause) {
    if (!(cause instanceof SpineError)) throw cause;
    throw new CliError('policy_invalid', `${path}: ${cause.message}`, { exitCode: EXIT.usage, cause });
  }
}
