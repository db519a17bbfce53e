import { parsePolicy, type Policy } from '@runseal/spine/ledger';
import { SpineError } from '@runseal/spine';
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { CliError, EXIT } from '../errors.ts';
import { readAtMost, readText } from './read.ts';

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
  return { file, text: wellFormedOrNot(await readAtMost(file, LONGEST)) };
}

/** Far above any entry with its proof and its head. */
const LONGEST = 1024 * 1024;

/** What is no text, or too long for one, keeps a character no receipt may have: then it is judged like any other that does not hold. */
function wellFormedOrNot(bytes: Uint8Array): string {
  const isText = isUtf8(bytes) && bytes.length <= LONGEST;
  return `${new TextDecoder().decode(bytes)}${isText ? '' : NO_CHARACTER}`;
}

/** Half of a surrogate pair. */
const NO_CHARACTER = '\ud800';

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
