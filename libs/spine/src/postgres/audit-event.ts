import { equalBytes } from '../bytes.ts';
import { linkHash } from '../chain.ts';
import { SpineError } from '../errors.ts';
import { decodeEvent, type SpineEvent } from '../event.ts';
import type { Hasher } from '../hash.ts';
import { leafHash } from '../merkle.ts';
import { tierOf } from '../tiers.ts';
import type { Finding } from './audit-finding.ts';
import type { WholeRow } from './pages.ts';

export interface AuditedEvent {
  /** 32 bytes, computed from the canonical bytes. */
  readonly leaf: Uint8Array;
  /** 32 bytes, computed from the link before and that leaf. */
  readonly link: Uint8Array;
  readonly findings: readonly Finding[];
}

/** Compares one row with what its canonical bytes say. `previous` is the computed link of the event before (32 bytes). */
export function auditEvent(run: string, row: WholeRow, previous: Uint8Array, hasher: Hasher): AuditedEvent {
  const seq = Number(row.seq);
  const { canonical } = row;
  const leaf = leafHash(canonical, hasher);
  const link = linkHash(previous, leaf, hasher);
  const wrong: Finding[] = [];
  const differ = (column: string, sentence: string): void => {
    wrong.push({ code: 'runseal.event_mismatch', seq, column, sentence: `Event ${seq}: ${sentence}` });
  };
  if (!equalBytes(row.leaf, leaf)) differ('leaf', 'the leaf hash beside it is not that of its bytes.');
  if (!equalBytes(row.link, link)) differ('link', 'its link is not the one its place in the chain gives.');
  const event = readEvent(canonical, seq, wrong);
  if (event !== null) compareIndex(run, row, event, differ);
  return { leaf, link, findings: wrong };
}

function readEvent(canonical: Uint8Array, seq: number, wrong: Finding[]): SpineEvent | null {
  try {
    return decodeEvent(canonical);
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    const sentence = `Event ${seq}: its bytes are not a canonical event (${error.code}).`;
    wrong.push({ code: 'runseal.event_mismatch', seq, column: 'canonical', sentence });
    return null;
  }
}

/** The columns that are only an index over the bytes. */
function compareIndex(
  run: string,
  row: WholeRow,
  event: SpineEvent,
  differ: (column: string, sentence: string) => void,
): void {
  const call = event.payload['call'];
  const expected: readonly [column: string, stored: string | null, inBytes: string | null][] = [
    ['run', run, event.stream],
    ['seq', row.seq, event.seq.toString()],
    ['type', row.type, event.type],
    ['tier', row.tier, tierOf(event.type)],
    ['time_ns', row.time_ns, event.time.toString()],
    ['call', row.call, typeof call === 'number' || typeof call === 'bigint' ? call.toString() : null],
  ];
  for (const [column, stored, inBytes] of expected)
    if (stored !== inBytes)
      differ(column, `the column ${column} says ${JSON.stringify(stored)}, its bytes ${JSON.stringify(inBytes)}.`);
}
