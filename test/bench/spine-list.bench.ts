/**
 * Pages of the list of runs at a million runs: the very statements of the API, each against the 20 ms a page may take. What
 * is measured is the round trip, so the time in the database is less.
 */
import { join } from 'node:path';
import { migrate, SPINE_MIGRATIONS, type Sql } from '@runseal/spine/postgres';
import { benchDatabase } from './spine/database.ts';
import { median, rowOf, timed, type Emit } from './spine/timing.ts';

const RUNS = 1_000_000;
const LIMIT_MS = 20;
const ROUNDS = 30;
const ROOT = join(import.meta.dirname, '..', '..');

interface Repository {
  list(auth: object, filter: object, after: { createdAt: Date; run: string } | null): Promise<readonly PageRow[]>;
}

interface PageRow {
  readonly run: string;
  readonly created_at: Date;
}

const PAGES: readonly (readonly [name: string, filter: object])[] = [
  ['newest', {}],
  ['deep', {}],
  ['harness', { harness: 'codex' }],
  ['state', { state: 'failed' }],
  ['workspace', { workspace: 'tenant-7' }],
  ['sealed', { sealed: 'yes' }],
  ['tool', { tool: 'workspace_write' }],
  ['words', { q: 'needle' }],
];

export default async function bench(emit: Emit): Promise<void> {
  const db = await benchDatabase();
  try {
    await migrate(db.owner, [SPINE_MIGRATIONS, { name: 'api', path: join(ROOT, 'apps', 'api', 'sql') }]);
    await fill(db.owner);
    const { RunsRepository } = (await import(join(ROOT, 'apps', 'api', 'dist', 'runs', 'runs.repository.js'))) as {
      RunsRepository: new (sql: Sql) => Repository;
    };
    const repository = new RunsRepository(db.owner);
    const auth = { principal: 'bench', name: 'bench', workspaces: null, via: 'key', expiresAt: null };
    for (const [name, filter] of PAGES) {
      const after = name === 'deep' ? await middle(db.owner) : null;
      const spent: number[] = [];
      let found = 0;
      for (let round = -5; round < ROUNDS; round++) {
        const took = await timed(async () => {
          found = (await repository.list(auth, { limit: 50, ...filter }, after)).length;
        });
        if (round >= 0) spent.push(took);
      }
      if (found === 0) throw new Error(`the page ${name} is empty`);
      emit(rowOf(`list.${name}`, 'ms', median(spent), LIMIT_MS));
    }
  } finally {
    await db.close();
  }
}

/** Rows as a year of use leaves them. The indexes are made afterwards, which takes a fifth of the time. */
async function fill(owner: Sql): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`set local maintenance_work_mem = '512MB'`;
    const indexes = await tx<{ name: string; made: string }[]>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
      where i.indrelid = 'runseal.goal'::regclass
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
    await tx`
      insert into runseal.goal (workspace, run, principal, goal, goal_hash, objective, harness, harness_kind, state,
        sealed_at, events, enforced, attested, unobserved, tools, gap_surfaces, verdicts, words, created_at, ended_at)
      select 'tenant-' || n % 40, md5(n::text)::uuid::text, 'principal-' || n % 100, 'goal', sha256(int8send(n)), objective,
        (array['codex', 'claude', 'chat', 'echo'])[1 + n % 4],
        case when n % 4 < 2 then 'external' else 'native' end, (array['completed', 'completed', 'failed', 'halted'])[1 + n % 4],
        at, 40, 30, 8, 2, array['workspace_read', case when n % 3 = 0 then 'workspace_write' else 'run_command' end],
        array['model_calls'], null, to_tsvector('pg_catalog.simple', objective), at, at
      from (
        select n, 'Tidy up module ' || n % 5000 || case when n % 1000 = 0 then ' needle' else '' end as objective,
          date_trunc('milliseconds', now() - make_interval(secs => n * 30)) as at
        from generate_series(1::bigint, ${RUNS}::bigint) as n
      ) as made`;
    for (const { made } of indexes) await tx.unsafe(made);
  });
  await owner`vacuum analyze runseal.goal`;
}

/** Half way down the list. */
async function middle(owner: Sql): Promise<{ createdAt: Date; run: string }> {
  const [row] = await owner<PageRow[]>`
    select run, created_at from runseal.goal where created_at < now() - make_interval(secs => ${(RUNS / 2) * 30})
    order by created_at desc limit 1`;
  return { createdAt: row!.created_at, run: row!.run };
}
