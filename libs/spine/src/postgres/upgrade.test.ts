/** A database that an earlier program filled goes on under this one. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { note } from '../../../../test/postgres/drafts.ts';
import { newSigner } from '../../../../test/postgres/signer.ts';
import { nodeHasher } from '../node/hash.ts';
import { verifyRecord } from '../verify.ts';
import { connect, type Sql } from './connect.ts';
import { migrate, migrationsIn, SPINE_MIGRATIONS } from './migrate.ts';
import { openStore } from './open-store.ts';
import { Tip } from './tip.ts';

/** The last file of the schema whose appends brought every hash along, and whose events named the link before them. */
const BEFORE = '0070';

let folder: string;
let database: TestDatabase;
let owner: Sql;
let service: Sql;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-upgrade-'));
  for (const { file } of await migrationsIn(SPINE_MIGRATIONS))
    if (file <= `${BEFORE}~`) await copyFile(join(SPINE_MIGRATIONS.path, file), join(folder, file));
  database = await testDatabase([{ ...SPINE_MIGRATIONS, path: folder }]);
  owner = connect(database.ownerUrl);
  service = connect(database.serviceUrl);
});

afterAll(async () => {
  await Promise.all([owner.end(), service.end()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

/** As the program of then did it. */
async function appendAsBefore(run: string, events: number): Promise<void> {
  await service`select spine.open_run(${run}, 'w', null)`;
  await service`select spine.take_over(${run})`;
  const clock = (): bigint => 1n;
  const tip = new Tip(run, { size: 0, link: new Uint8Array(32), nodes: [] }, { hasher: nodeHasher, clock });
  for (let n = 0; n < events; n++) {
    const { before, after, events: chained } = tip.add([note(`before ${n}`)]);
    const { canonical, leaf, link, type, tier, time } = chained[0]!;
    await service`select spine.append_one(${run}, 1, ${before.size}, ${Buffer.concat([before.link, leaf, link])}, ${Buffer.from(canonical)},
      ${type}, ${tier}, ${String(time)}, null, ${Buffer.concat(after.nodes)})`;
  }
}

test('A run begun before the upgrade is continued after it, sealed, and verifies', async () => {
  const HELD = 37;
  await appendAsBefore('begun', HELD);
  const applied = await migrate(owner);
  expect(applied.length).toBeGreaterThan(0);
  const store = openStore({ sql: service });
  await expect(store.audit('begun')).resolves.toMatchObject({ events: HELD, found: 0 });
  const writer = await store.takeOver('begun');
  await writer.append(note('after'));
  await writer.append(...Array.from({ length: 400 }, (_, n) => note(`long ${n}`)));
  const signer = newSigner();
  const { size } = await writer.seal(signer);
  expect(size).toBe(HELD + 402);
  await expect(store.audit('begun')).resolves.toMatchObject({ events: size, found: 0 });
  const pieces: Uint8Array[] = [];
  for await (const piece of store.record('begun')) pieces.push(piece);
  const report = await verifyRecord(Buffer.concat(pieces), { keyring: [signer] });
  expect(report.verdicts[0]).toMatchObject({ name: 'integrity', state: 'pass' });
});
