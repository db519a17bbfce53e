/** Events written past the append functions. */
import { leafHash, linkHash } from '@runseal/spine';
import type { Sql } from '@runseal/spine/postgres';

/** A row as its forger would make it. */
export interface Forged {
  readonly seq: number;
  readonly canonical?: Uint8Array;
  readonly prev: Uint8Array;
  readonly leaf?: Uint8Array;
  readonly link?: Uint8Array;
  readonly tier?: string;
}

export function insert(
  sql: Sql,
  run: string,
  { seq, canonical = Buffer.from('forged'), prev, tier = 'enforced', ...hashes }: Forged,
): Promise<unknown> {
  const leaf = hashes.leaf ?? leafHash(canonical);
  const link = hashes.link ?? linkHash(prev, leaf);
  return sql`insert into spine.event (run, seq, canonical, leaf, link, type, tier, time_ns)
    values (${run}, ${seq}, ${Buffer.from(canonical)}, ${Buffer.from(leaf)}, ${Buffer.from(link)}, 't', ${tier}, 0)`;
}
