/**
 * Receipts: C2SP tlog-proofs. One text file that proves, offline, that an entry is in the ledger under a signed head,
 * with whatever cosignatures the head has.
 */
import { SpineError } from '../errors.ts';
import { fromBase64, toBase64 } from './base64.ts';

export interface Receipt {
  /** Place of the entry in the ledger, from 0. */
  readonly index: number;
  /** Inclusion path, 32 bytes each, from the leaf's sibling up (RFC 9162 2.1.3). */
  readonly inclusion: readonly Uint8Array[];
  /** The signed head, verbatim. */
  readonly head: string;
  /** Opaque and not authenticated: here, the ledger entry's bytes. */
  readonly extra: Uint8Array | null;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

export function formatReceipt(receipt: Receipt): string {
  const lines = [FIRST_LINE];
  if (receipt.extra !== null) lines.push(`extra ${toBase64(receipt.extra)}`);
  lines.push(`index ${receipt.index}`, ...receipt.inclusion.map(toBase64), '', receipt.head);
  return lines.join('\n');
}

/** @throws SpineError `runseal.ledger_malformed` */
export function parseReceipt(source: string): Receipt {
  const split = source.indexOf('\n\n');
  const lines = source.slice(0, Math.max(split, 0)).split('\n');
  if (lines.shift() !== FIRST_LINE) throw malformed(`A receipt starts with "${FIRST_LINE}".`);
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice(6), 'The extra data') : null;
  const index = /^index (0|[1-9][0-9]{0,15})$/u.exec(lines.shift() ?? '');
  if (!index || !Number.isSafeInteger(Number(index[1]))) throw malformed('A receipt names the index of its entry.');
  if (lines.length > 63) throw malformed('The inclusion path is longer than any tree is high.');
  const inclusion = lines.map((line) => fromBase64(line, 'A hash of the inclusion path'));
  if (inclusion.some((hash) => hash.length !== 32)) throw malformed('A hash of the inclusion path is not 32 bytes.');
  return { index: Number(index[1]), inclusion, head: source.slice(split + 2), extra };
}

function malformed(message: string): SpineError {
  return new SpineError('runseal.ledger_malformed', message);
}
