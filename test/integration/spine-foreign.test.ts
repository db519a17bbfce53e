import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeData, startPostgres, type RunningPostgres } from '@runseal/infra/postgres';
import { decodeRecord } from '@runseal/spine';
import { connect, migrate, openStore, type Sql } from '@runseal/spine/postgres';
import { all, note } from '../postgres/drafts.ts';
import { newSigner } from '../postgres/signer.ts';

/** A server that knows none of our roles, and one ordinary login with a database of its own: what DATABASE_URL names. */
let dataDir: string;
let server: RunningPostgres;
let url: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runseal-foreign-'));
  server = await startPostgres({ dataDir, durability: 'none' });
  const admin = connect(server.adminUrl, { max: 1 });
  await admin.unsafe('drop owned by runseal_service');
  await admin.unsafe('drop role runseal_service');
  await admin.unsafe(`create role tenant login createrole password 'tenant'`);
  await admin.unsafe('create database tenant owner tenant');
  await admin.end();
  const tenant = new URL(server.adminUrl);
  tenant.username = 'tenant';
  tenant.password = 'tenant';
  tenant.pathname = '/tenant';
  url = tenant.href;
});

afterAll(async () => {
  await server.stop();
  await removeData(dataDir);
});

test('One login migrates as itself and serves as runseal_service, which can change no history', async () => {
  const owner: Sql = connect(url, { max: 1 });
  await migrate(owner);
  const service = connect(url, { role: 'runseal_service' });
  const store = openStore({ sql: service });
  await store.openRun({ run: 'run', workspace: 'w' });
  const writer = await store.takeOver('run');
  await writer.append(note('one'));
  await writer.seal(newSigner());
  const record = decodeRecord(Buffer.concat(await all(store.record('run'))));
  expect(record.events).toHaveLength(2);
  await expect(service`select current_user::text as me`).resolves.toMatchObject([{ me: 'runseal_service' }]);
  await expect(service`delete from spine.event`).rejects.toMatchObject({ code: '42501' });
  await expect(service`insert into spine.head (run, workspace) values ('x', 'w')`).rejects.toMatchObject({
    code: '42501',
  });
  await Promise.all([owner.end(), service.end()]);
});

test('A store on a database that was never migrated says so', async () => {
  const sql = connect(server.adminUrl, { max: 1 });
  const store = openStore({ sql });
  await expect(store.head('run')).rejects.toMatchObject({ code: 'runseal.not_migrated' });
  await expect(store.openRun({ run: 'run', workspace: 'w' })).rejects.toMatchObject({ code: 'runseal.not_migrated' });
  await sql.end();
});
