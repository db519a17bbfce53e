import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { note } from '../../../../test/postgres/drafts.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('What a later writer adds while a run is counted does not make it damaged; the earlier one is fenced off', async () => {
  const store = openStore({ sql });
  await store.openRun({ run: 'fought-over', workspace: 'test' });
  await (await store.takeOver('fought-over')).append(note('1'));
  const later = async (): Promise<void> => {
    await (await store.takeOver('fought-over')).append(note('2'));
  };
  const slow = openStore({ sql: beforeCounting(sql, later) });
  const earlier = await slow.takeOver('fought-over');
  expect(earlier.size).toBe(1);
  await expect(earlier.append(note('3'))).rejects.toMatchObject({ code: 'runseal.fenced' });
  expect(await store.events('fought-over', { after: 0, limit: 10 })).toHaveLength(2);
});

/** The same database, where something happens before events are counted. */
function beforeCounting(database: Sql, meanwhile: () => Promise<void>): Sql {
  return new Proxy(database, {
    apply(target, self, args: unknown[]): unknown {
      const ask = (): unknown => Reflect.apply(target, self, args);
      return String(args[0]).includes('count(*)') ? meanwhile().then(ask) : ask();
    },
  });
}
