import { decodeLedgerEntry } from '@runseal/spine/ledger';
import type { Sql } from 'postgres';

/** What became of a key, as the ledger says, or is about to. */
export interface KeyHistory {
  readonly retiredAt: Date | null;
  /** The first moment somebody else may have had it. */
  readonly compromisedAt: Date | null;
}

interface Decided {
  readonly key_id: string;
  readonly kind: 'key.retired' | 'key.compromised';
  readonly entry: Buffer | null;
  readonly time_ns: string | null;
}

/** By key id; keys of which nothing was decided are not there. The earliest decision of a kind counts. */
export async function keyHistory(sql: Sql): Promise<ReadonlyMap<string, KeyHistory>> {
  const rows = await sql<Decided[]>`
    select p.run as key_id, p.kind, null::bytea as entry, p.time_ns from spine.ledger_pending p
    where p.kind in ('key.retired', 'key.compromised')
    union all
    select e.subject, e.kind, e.entry, null from runseal.signing_key k
    join spine.ledger_entry e on e.subject = k.key_id and e.kind in ('key.retired', 'key.compromised')`;
  const history = new Map<string, KeyHistory>();
  for (const row of rows) {
    const known = history.get(row.key_id) ?? { retiredAt: null, compromisedAt: null };
    const field = row.kind === 'key.retired' ? 'retiredAt' : 'compromisedAt';
    history.set(row.key_id, { ...known, [field]: earlier(known[field], timeOf(row)) });
  }
  return history;
}

function timeOf({ entry, time_ns }: Decided): Date {
  const time = entry === null ? BigInt(time_ns ?? 0) : BigInt(decodeLedgerEntry(entry)['time'] as bigint | number);
  return new Date(Number(time / 1_000_000n));
}

const earlier = (known: Date | null, other: Date): Date => (known !== null && known < other ? known : other);
