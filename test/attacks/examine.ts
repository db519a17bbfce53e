import { SpineError, verifyConsistency, verifyRecord, verifySignature, type VerdictName } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { judgeHead } from '@runseal/spine/ledger';
import { all } from '../postgres/drafts.ts';
import type { House, Victim } from './house.ts';

/** Who looks, with what in hand. */
export type Eye =
  /** The export itself, which refuses to hand out what is not whole. */
  | 'export'
  /** Anybody with the record and the leaf hashes as exported now, and the key. */
  | 'record'
  /** An auditor who also kept the leaf hashes of an earlier export. */
  | 'kept leaves'
  /** The receipt the house gives now. */
  | 'receipt'
  /** A receipt that was kept. */
  | 'kept receipt'
  /** The ledger's own list of runs that were opened and are not there. */
  | 'ledger'
  /** Somebody who remembers the last head of the ledger. */
  | 'pin'
  /** A witness who cosigned the last head. */
  | 'witness'
  /** The operator's audit of rows against bytes. */
  | 'audit';

export interface Sighting {
  readonly eye: Eye;
  readonly code: string;
  readonly verdict: VerdictName | null;
  readonly seq: number | null;
  /** For the audit. */
  readonly column: string | null;
}

/** Looks at a run with every eye there is. An intact run yields nothing. */
export async function examine(house: House, victim: Victim): Promise<readonly Sighting[]> {
  const sightings: Sighting[] = [];
  const see = (eye: Eye, code: string, more: Partial<Sighting> = {}): void => {
    sightings.push({ eye, code, verdict: null, seq: null, column: null, ...more });
  };
  await lookAtExport(house, victim, see);
  await lookAtLedger(house, victim, see);
  try {
    const { findings } = await house.store.audit(victim.run);
    for (const { code, seq, column } of findings) see('audit', code, { seq, column });
  } catch (error) {
    see('audit', codeOf(error));
  }
  return sightings;
}

type See = (eye: Eye, code: string, more?: Partial<Sighting>) => void;

async function lookAtExport({ store, ledger, signer }: House, { run, kept }: Victim, see: See): Promise<void> {
  let bytes: Uint8Array;
  try {
    bytes = Buffer.concat(await all(store.record(run)));
  } catch (error) {
    // Two people had it removed, and the ledger says so: what was kept is still what was sealed.
    if (codeOf(error) === 'runseal.pruned') bytes = kept.record;
    else {
      see('export', codeOf(error), { seq: error instanceof SpineError ? (error.seq ?? null) : null });
      return;
    }
  }
  const stored = (await all(store.scan(run))).map(({ leaf }) => leaf);
  const leaves = stored.length === 0 ? kept.leaves : stored;
  const keyring = [{ keyId: signer.keyId, publicKey: signer.publicKey }];
  const judge = async (
    eye: Eye,
    evidence: { leaves?: readonly Uint8Array[]; receipt?: string | undefined },
    only?: VerdictName,
  ) => {
    const { verdicts } = await verifyRecord(bytes, { keyring, evidence, hasher: nodeHasher });
    for (const { name, state, code, firstBadSeq } of verdicts)
      if (state === 'fail' && (only === undefined || name === only))
        see(eye, code!, { verdict: name, seq: firstBadSeq });
  };
  await judge('record', { leaves });
  await judge('kept leaves', { leaves: kept.leaves });
  await judge('receipt', { receipt: (await ledger.receipt(run)) ?? undefined }, 'independence');
  await judge('kept receipt', { receipt: kept.receipt }, 'independence');
}

async function lookAtLedger({ ledger }: House, { run, kept }: Victim, see: See): Promise<void> {
  const missing = await ledger.unsealed({ from: 0, limit: 1000, workspaces: null });
  if (missing.some((entry) => entry.run === run && entry.state === 'missing')) see('ledger', 'missing');
  const now = await ledger.head();
  if (now === null || now.size < kept.head.size) {
    see('pin', 'runseal.head_contradicts_pin');
    see('witness', 'refused');
    return;
  }
  const proof = await ledger.consistency(kept.head.size, now.size);
  try {
    verifyConsistency({ before: kept.head, after: now, proof });
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    see('pin', 'runseal.head_contradicts_pin');
  }
  const request = { oldSize: kept.head.size, proof, head: now.note };
  const answer = await judgeHead(request, [ledger.key], kept.head, verifySignature);
  if (answer.status !== 200) see('witness', 'refused');
}

function codeOf(error: unknown): string {
  if (error instanceof SpineError) return error.code;
  throw error;
}
