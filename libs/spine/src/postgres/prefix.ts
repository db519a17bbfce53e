import { SpineError } from '../errors.ts';
import type { Hasher } from '../hash.ts';
import { Frontier } from '../merkle.ts';
import { nodeHasher } from '../node/hash.ts';
import type { ForkPoint } from '../fork.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { readHead } from './reads.ts';
import { bytesOf } from './rows.ts';

/** Leaves read at once. */
const PAGE = 10_000;

/**
 * The root and the link of the first `size` events of a run, open or sealed; `size` 0 means all that are there now. Reads
 * every leaf of the prefix, 32 bytes each. Throws `runseal.run_unknown`, `runseal.event_unknown` when the run is shorter,
 * `runseal.store_damaged`.
 */
export async function readPrefix(sql: Sql, run: string, size: number, hasher: Hasher = nodeHasher): Promise<ForkPoint> {
  const head = await readHead(sql, run);
  const upTo = size === 0 ? head.size : size;
  if (upTo < 1 || upTo > head.size)
    throw new SpineError('runseal.event_unknown', `Run ${run} has ${head.size} events; there is no event ${upTo}.`);
  const frontier = new Frontier(undefined, { hasher });
  let link: Uint8Array | null = null;
  while (frontier.size < upTo) {
    const rows = await mapped(sql<{ leaf: Buffer; link: Buffer }[]>`
      select leaf, link from spine.event where run = ${run} and seq > ${frontier.size} and seq <= ${upTo}
      order by seq limit ${PAGE}`);
    if (rows.length === 0)
      throw new SpineError('runseal.store_damaged', `Events of run ${run} are missing. Restore it from a backup.`);
    for (const row of rows) frontier.append(bytesOf(row.leaf));
    link = bytesOf(rows.at(-1)!.link);
  }
  return { run, size: upTo, root: frontier.root(), link: link! };
}
