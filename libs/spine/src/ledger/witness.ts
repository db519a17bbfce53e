/**
 * What a witness decides (c2sp.org/tlog-witness, add-checkpoint), apart from any network or disk: given a request and the
 * last head it cosigned, refuse or accept. Whoever calls it makes check and persist atomic.
 */
import type { SignatureVerifier } from '../signature.ts';
import { equalBytes } from '../bytes.ts';
import { EMPTY_ROOT, verifyConsistency } from '../merkle.ts';
import { SpineError } from '../errors.ts';
import { fromBase64 } from './base64.ts';
import { openHead, parseHead, type LedgerHead } from './head.ts';
import { parseNote, type Note, type NoteKey } from './note.ts';

export interface WitnessedHead {
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
}

export interface WitnessRequest {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The signed head, verbatim. */
  readonly head: string;
}

export type WitnessAnswer =
  | { readonly status: 200; readonly head: LedgerHead; readonly note: Note }
  | { readonly status: 400 | 403 | 404 | 422; readonly reason: string }
  | { readonly status: 409; readonly size: number; readonly reason: string };

/** @throws SpineError `runseal.ledger_malformed` */
export function parseWitnessRequest(body: string): WitnessRequest {
  const split = body.indexOf('\n\n');
  const lines = body.slice(0, Math.max(split, 0)).split('\n');
  const old = /^old (0|[1-9][0-9]{0,15})$/u.exec(lines.shift() ?? '');
  if (!old || lines.length > 63)
    throw new SpineError('runseal.ledger_malformed', 'The request starts with "old SIZE" and at most 63 proof lines.');
  return {
    oldSize: Number(old[1]),
    proof: lines.map((line) => fromBase64(line, 'A proof line')),
    head: body.slice(split + 2),
  };
}

/** @param last the last head this witness cosigned for the origin; null when none. */
export async function judgeHead(
  request: WitnessRequest,
  logs: readonly NoteKey[],
  last: WitnessedHead | null,
  verify: SignatureVerifier,
): Promise<WitnessAnswer> {
  const origin = originOf(request.head);
  if (origin === null) return { status: 400, reason: 'the head cannot be read' };
  const keys = logs.filter((key) => key.name === origin);
  if (keys.length === 0) return { status: 404, reason: 'this witness does not know the log' };
  let opened;
  try {
    opened = await openHead(request.head, keys, verify);
  } catch {
    return { status: 403, reason: "no valid signature by the log's key" };
  }
  const { head, note } = opened;
  if (request.oldSize > head.size) return { status: 400, reason: 'the old size is larger than the head' };
  const known = last?.size ?? 0;
  if (request.oldSize !== known)
    return { status: 409, size: known, reason: 'the old size is not the last one cosigned' };
  const wrong = inconsistency(request, head, last);
  return wrong === null ? { status: 200, head, note } : { status: 422, reason: wrong };
}

function inconsistency(request: WitnessRequest, head: LedgerHead, last: WitnessedHead | null): string | null {
  if (head.size === 0) return equalBytes(head.root, EMPTY_ROOT) ? null : 'an empty log has the root of the empty tree';
  if (last === null || last.size === 0) return request.proof.length === 0 ? null : 'from size 0 the proof is empty';
  if (last.size === head.size)
    return equalBytes(last.root, head.root) && request.proof.length === 0
      ? null
      : 'another root for a size that was cosigned already';
  try {
    verifyConsistency({ before: last, after: head, proof: request.proof });
    return null;
  } catch {
    return 'the proof does not connect the heads';
  }
}

function originOf(source: string): string | null {
  try {
    return parseHead(parseNote(source).text).origin;
  } catch {
    return null;
  }
}
