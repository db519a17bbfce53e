import type { Hasher } from '../../hash.ts';
import { formatReceipt } from '../../ledger/index.ts';
import { inclusionProof } from '../../merkle.ts';
import type { Sql } from '../connect.ts';
import { mapped } from '../error-map.ts';
import { bytesOf } from '../rows.ts';
import { readHeadNote, subtreesOf } from './reads.ts';

/** How many cosigned heads after the entry are looked at for the one most witnesses signed. */
const HEADS_LOOKED_AT = 64;

/** C2SP tlog-proof of the run's seal under the head that most witnesses cosigned; else under the newest. */
export async function readReceipt(sql: Sql, run: string, hasher: Hasher): Promise<string | null> {
  const [row] = await mapped(sql<{ index: string; entry: Buffer }[]>`
    select index, entry from spine.ledger_entry where subject = ${run} and kind = 'run.sealed' order by index limit 1`);
  if (row === undefined) return null;
  const index = Number(row.index);
  const head = await readHeadNote(sql, await mostCosigned(sql, index));
  if (head === null) return null;
  const inclusion = await inclusionProof(index, head.size, subtreesOf(sql), hasher);
  return formatReceipt({ index, inclusion, head: head.note, extra: bytesOf(row.entry) });
}

async function mostCosigned(sql: Sql, index: number): Promise<number | undefined> {
  const [best] = await mapped(sql<{ size: string }[]>`
    select size from (
      select size, count(*) as witnesses from spine.ledger_cosignature where size > ${index}
      group by size order by size limit ${HEADS_LOOKED_AT}
    ) as cosigned order by witnesses desc, size limit 1`);
  return best === undefined ? undefined : Number(best.size);
}
