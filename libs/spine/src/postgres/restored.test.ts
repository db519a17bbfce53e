import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { notes } from '../../../../test/postgres/drafts.ts';
import { generateSigner } from '../node/signer.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';

let database: TestDatabase;
let admin: Sql;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  admin = connect(database.adminUrl, { max: 1 });
  sql = connect(database.serviceUrl);
});
afterAll(async () => {
  await Promise.all([admin.end(), sql.end()]);
  await database.drop();
});

interface Found {
  readonly code: string;
  readonly seq: number;
  readonly column: string | null;
}

test.each<[string, string, Found | null]>([
  ['with every row as it was', 'true', null],
  ['with a row left out', 'seq <> 3', { code: 'runseal.event_missing', seq: 3, column: null }],
  ['with other bytes and their own leaf', 'true', { code: 'runseal.event_mismatch', seq: 3, column: 'link' }],
  ['with another type in the index', 'true', { code: 'runseal.event_mismatch', seq: 3, column: 'type' }],
])('An audit of a run loaded %s, past every guard, says so', async (name, kept, finding) => {
  const store = openStore({ sql });
  await store.openRun({ run: name, workspace: 'test' });
  const writer = await store.takeOver(name);
  await writer.append(...notes(5));
  await writer.seal(generateSigner());
  await reloaded(name, kept, finding?.column ?? null);
  const { found, findings } = await store.audit(name);
  if (finding === null) expect(found).toBe(0);
  else expect(findings).toContainEqual(expect.objectContaining(finding));
});

/** What a restore does that loads rows while no trigger is there to look at them; a row of its file was changed before. */
async function reloaded(run: string, kept: string, changed: string | null): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`alter table spine.event disable trigger all`;
    await tx.unsafe(`create temporary table file on commit drop as select * from spine.event where run = $1`, [run]);
    if (changed === 'type') await tx`update file set type = 'run.halted' where seq = 3`;
    if (changed === 'link')
      await tx`
        update file set canonical = other.canonical, leaf = other.leaf
        from (select canonical, leaf from file where seq = 4) as other where seq = 3`;
    await tx`delete from spine.event where run = ${run}`;
    await tx.unsafe(`insert into spine.event select * from file where ${kept}`);
    await tx`alter table spine.event enable trigger all`;
  });
}
