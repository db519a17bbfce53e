import { cuttableProxy } from '../../../../test/postgres/cuttable-proxy.ts';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { asideOf, connect, type Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { withPatience } from './patience.ts';

let database: TestDatabase;
let admin: Sql;

beforeAll(async () => {
  database = await testDatabase();
  admin = connect(database.adminUrl, { max: 1 });
});

afterAll(async () => {
  await admin.end();
  await database.drop();
});

async function terminate(pid: number): Promise<void> {
  await admin`select pg_terminate_backend(${pid})`;
  let alive = 1;
  while (alive > 0) alive = (await admin`select from pg_stat_activity where pid = ${pid}`).length;
}

const sleepers = (round: number) =>
  admin`select from pg_stat_activity where wait_event = 'PgSleep' and query like ${`%pg_sleep(30)%r${round}%`}`;

test.each(['once more', 'in a savepoint', 'by ending'])(
  'A transaction that goes on %s after its connection was lost fails, and the process and the pool live on',
  async (how) => {
    const sql = connect(database.serviceUrl, { max: 2 });
    const outcome = mapped(
      sql.begin(async (tx) => {
        const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
        await terminate(row!.pid);
        if (how === 'in a savepoint') await tx.savepoint((inner) => inner`select 1`.catch(() => undefined));
        if (how === 'once more') {
          await tx`select 1`.catch(() => undefined);
          await tx`select 2`;
        }
        return 'done';
      }),
    );
    await expect(outcome).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    // The pool may hand out the dying connection once more: what is asked of it is told so, and asked again.
    const asked = (): Promise<unknown> => mapped(Promise.all([1, 2, 3].map((n) => sql`select ${n}::int as n`)));
    await expect(withPatience({ patience: 5_000, answerLimit: 5_000 }, asked)).resolves.toMatchObject([
      [{ n: 1 }],
      [{ n: 2 }],
      [{ n: 3 }],
    ]);
    await sql.end();
  },
);

test('A pool whose connections are lost all at once, while it is asked for more, has no connection that stays silent', async () => {
  const proxy = await cuttableProxy(database.serviceUrl);
  const sql = connect(proxy.url, { max: 8 });
  const codes = async (queries: readonly PromiseLike<unknown>[]): Promise<unknown[]> =>
    (await Promise.allSettled(queries)).map((end) =>
      end.status === 'fulfilled' ? 'ok' : (end.reason as { code: unknown }).code,
    );
  const many = (): PromiseLike<unknown>[] => Array.from({ length: 40 }, () => sql`select pg_sleep(0.01)`);
  for (let round = 0; round < 3; round += 1) {
    while (!(await codes(many())).every((code) => code === 'ok'));
    const busy = [1, 2, 3, 4].map((n) => sql.unsafe(`select pg_sleep(30), ${n} as r${round}`));
    // Whoever hears of the first loss asks at once, on connections whose own loss is about to be heard of.
    const again = busy.map((query) => query.catch(() => codes([sql`select 1`, sql`select 2`, sql`select 3`])));
    while ((await sleepers(round)).length < 4);
    proxy.cut();
    await Promise.all(again);
    expect(await codes(many())).not.toContain('CONNECT_TIMEOUT');
  }
  await sql.end();
  await proxy.close();
});

test('A transaction commits, rolls back to a savepoint, and rolls back whole', async () => {
  const sql = connect(database.ownerUrl, { max: 2 });
  await sql`create table public.t (n int)`;
  const result = await sql.begin(async (tx) => {
    await tx`insert into public.t values (1)`;
    await tx
      .savepoint(async (inner) => {
        await inner`insert into public.t values (2)`;
        throw new Error('undo');
      })
      .catch(() => undefined);
    return 'done';
  });
  await expect(
    sql.begin(async (tx) => {
      await tx`insert into public.t values (3)`;
      throw new RangeError('undo all');
    }),
  ).rejects.toThrow(RangeError);
  expect(result).toBe('done');
  await expect(sql`select n from public.t`).resolves.toMatchObject([{ n: 1 }]);
  await sql.end();
});

test('A connection with a role has the rights of that role and no others', async () => {
  const sql = connect(database.ownerUrl, { max: 1, role: 'runseal_service' });
  await expect(sql`select current_user::text as me`).rejects.toMatchObject({ code: '42501' });
  await sql.end().catch(() => undefined);
  const granted = connect(database.adminUrl, { max: 1, role: 'runseal_service' });
  await expect(granted`select current_user::text as me`).resolves.toMatchObject([{ me: 'runseal_service' }]);
  await expect(granted`delete from spine.event`).rejects.toMatchObject({ code: '42501' });
  await granted.end();
});

test('Commits wait for the disk, whatever the server’s default is', async () => {
  await admin.unsafe(`alter database ${new URL(database.adminUrl).pathname.slice(1)} set synchronous_commit = off`);
  const sql = connect(database.serviceUrl, { max: 1 });
  await expect(sql`show synchronous_commit`).resolves.toMatchObject([{ synchronous_commit: 'on' }]);
  await sql.end();
});

test('What nobody waits for has a connection beside the pool, which ends with it', async () => {
  const name = 'aside';
  const sql = connect(database.serviceUrl, { max: 1, name });
  const pid = async (from: Sql): Promise<number> =>
    (await from<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]!.pid;
  const [first, aside] = [await pid(sql), await pid(asideOf(sql))];
  expect(aside).not.toBe(first);
  // The pool itself still has one connection, which serves again and again.
  expect(await pid(sql)).toBe(first);
  expect(asideOf(asideOf(sql))).toBe(asideOf(sql));
  await sql.end();
  let alive = 2;
  while (alive > 0) alive = (await admin`select from pg_stat_activity where application_name = ${name}`).length;
  await expect(asideOf(sql)`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
});
