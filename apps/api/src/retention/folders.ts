import type { Sql } from '@runseal/spine/postgres';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that are looked at in one question. */
const AT_ONCE = 500;
const RUN = /^[0-9a-f-]{36}$/;

/**
 * Removes what agents worked on, from this disk, of sealed runs whose content is all erased and of pruned ones: the words that
 * were erased may stand in those files. A run that has some content left keeps its folder, for a file cannot be told from
 * another. Answers how many went.
 */
export async function removeFoldersOfErased(sql: Sql, dataDir: string): Promise<number> {
  const runs = (await readdir(join(dataDir, 'runs'))).filter((name) => RUN.test(name));
  let removed = 0;
  for (let at = 0; at < runs.length; at += AT_ONCE) {
    for (const run of await erased(sql, runs.slice(at, at + AT_ONCE))) {
      await rm(join(dataDir, 'runs', run), { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

async function erased(sql: Sql, runs: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ run: string }[]>`
    select h.run from unnest(string_to_array(${runs.join(',')}, ',')) as asked(run)
    join spine.head h on h.run = asked.run and h.state = 'sealed'
    where exists (select from spine.prune p where p.run = h.run and p.confirmed_at is not null)
      or (exists (select from spine.content c where c.run = h.run)
        and not exists (select from spine.content c where c.run = h.run and c.erased_at is null))`;
  return rows.map(({ run }) => run);
}
