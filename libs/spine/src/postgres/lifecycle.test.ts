import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { all } from '../../../../test/postgres/drafts.ts';
import { commitContent } from '../content.ts';
import { draftOf } from '../draft.ts';
import { decodeLedgerEntry } from '../ledger/index.ts';
import { generateSigner } from '../node/signer.ts';
import { connect, type Sql } from './connect.ts';
import { openLedger } from './ledger/index.ts';
import { openLifecycle, type Lifecycle } from './lifecycle.ts';
import { openStore } from './open-store.ts';
import type { SpineStore } from './store.ts';

const signer = generateSigner();
const WHY = { by: 'officer', reason: 'asked for', legalBasis: 'GDPR 17' };
let database: TestDatabase;
let sql: Sql;
let owner: Sql;
let store: SpineStore;
let lifecycle: Lifecycle;

beforeEach(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  owner = connect(database.ownerUrl, { max: 1 });
  store = openStore({ sql });
  lifecycle = openLifecycle(sql);
});

afterEach(async () => {
  await Promise.all([sql.end(), owner.end()]);
  await database.drop();
});

async function sealedRun(run: string): Promise<Uint8Array> {
  await store.openRun({ run, workspace: 'w' });
  const writer = await store.takeOver(run);
  const content = commitContent(Buffer.from('personal'), 'text/plain');
  await writer.append(
    draftOf('goal.submitted', 'human', { principal: 'p', goal: content.ref }, { contents: [content] }),
  );
  await writer.seal(signer);
  return content.ref.commitment;
}

/** Kinds, actors and reasons of the decisions in the ledger. */
async function decisions(): Promise<unknown[]> {
  const ledger = openLedger({ sql, signer, origin: 'runseal/test' });
  while ((await ledger.batch()) > 0);
  const entries = await ledger.entries({ from: 0, limit: 1000, workspaces: null });
  return entries
    .map(({ entry }) => decodeLedgerEntry(entry))
    .filter(({ actor }) => actor !== undefined)
    .map(({ kind, actor, reason }) => [kind, actor, reason]);
}

test('A hold forbids erasing and pruning until it is lifted, and every step is on the ledger', async () => {
  const commitment = await sealedRun('r');
  await lifecycle.placeHold('r', 'counsel', 'a lawsuit');
  await expect(store.erase('r', [commitment], WHY)).rejects.toMatchObject({ code: 'runseal.held' });
  await expect(lifecycle.requestPrune('r', 'ana', WHY)).rejects.toMatchObject({ code: 'runseal.held' });
  await expect(lifecycle.placeHold('r', 'other', 'again')).rejects.toMatchObject({ code: 'runseal.held' });
  expect((await store.content('r', commitment)).content).not.toBeNull();
  await lifecycle.liftHold('r', 'counsel', 'settled');
  await expect(lifecycle.liftHold('r', 'counsel', 'twice')).rejects.toMatchObject({ code: 'runseal.not_held' });
  expect(await store.erase('r', [commitment], WHY)).toBe(1);
  expect(await lifecycle.holds('r')).toMatchObject([
    { placedBy: 'counsel', liftedBy: 'counsel', liftReason: 'settled' },
  ]);
  expect(await lifecycle.tombstones('r')).toMatchObject([{ commitment, ...WHY }]);
  expect(await decisions()).toEqual([
    ['hold.placed', 'counsel', 'a lawsuit'],
    ['hold.lifted', 'counsel', 'settled'],
    ['content.erased', 'officer', 'asked for'],
  ]);
});

test('Pruning takes two different people, leaves the seal, and alarms nobody', async () => {
  await sealedRun('r');
  const { root } = await store.head('r');
  await expect(lifecycle.confirmPrune('r', 'ana')).rejects.toMatchObject({ code: 'runseal.prune_not_requested' });
  await lifecycle.requestPrune('r', 'ana', WHY);
  const alone: unknown = await lifecycle.confirmPrune('r', 'ana').catch((error: unknown) => error);
  expect(alone).toMatchObject({ code: 'runseal.two_people' });
  expect(String(alone).match(/confirm/gu)).toHaveLength(1);
  expect(await all(store.scan('r'))).toHaveLength(2);
  expect(await lifecycle.confirmPrune('r', 'ben')).toMatchObject({ requestedBy: 'ana', confirmedBy: 'ben' });
  expect(await all(store.scan('r'))).toEqual([]);
  expect(await all(store.contents('r'))).toEqual([]);
  expect((await store.head('r')).root).toEqual(root);
  expect(await store.audit('r')).toMatchObject({ pruned: true, found: 0 });
  const ledger = openLedger({ sql, signer, origin: 'runseal/test' });
  expect(await decisions()).toEqual([['run.pruned', 'ben', 'asked for by ana: asked for (GDPR 17)']]);
  expect(await ledger.unsealed({ from: 0, limit: 10, workspaces: null })).toEqual([]);
});

test.each([
  ['an event of a run that nobody agreed to prune', `delete from spine.event where run = 'r'`],
  ['a hold', `delete from spine.hold`],
  ['a request to prune', `update spine.prune set requested_by = 'x'`],
  [
    'the end of a hold',
    `update spine.hold set lifted_by = 'x', lift_reason = 'x', lifted_at = placed_at, reason = 'x'`,
  ],
])('Not even the owner changes %s', async (_what, change) => {
  await sealedRun('r');
  await sealedRun('other');
  await lifecycle.requestPrune('r', 'ana', WHY);
  await lifecycle.placeHold('other', 'counsel', 'a lawsuit');
  await expect(owner.unsafe(change)).rejects.toMatchObject({ code: 'RS006' });
});

test('A run that is still written is not pruned', async () => {
  await store.openRun({ run: 'open', workspace: 'w' });
  await expect(lifecycle.requestPrune('open', 'ana', WHY)).rejects.toMatchObject({ code: 'runseal.not_sealed' });
  await expect(lifecycle.requestPrune('none', 'ana', WHY)).rejects.toMatchObject({ code: 'runseal.run_unknown' });
});

test('A retention policy names the runs that are beyond it, but none that is held or younger', async () => {
  for (const run of ['old', 'held', 'young']) await sealedRun(run);
  const admin = connect(database.adminUrl, { max: 1 });
  await admin`alter table spine.head disable trigger guard_head`;
  await admin`update spine.head set sealed_at = sealed_at - interval '40 days' where run in ('old', 'held')`;
  await admin`alter table spine.head enable always trigger guard_head`;
  await admin.end();
  await lifecycle.placeHold('held', 'counsel', 'a lawsuit');
  expect(await lifecycle.beyondRetention(10)).toEqual([]);
  await lifecycle.setRetention('w', 30, 'officer', 'policy 7');
  expect(await lifecycle.beyondRetention(10)).toEqual([{ run: 'old', days: 30 }]);
  expect(await lifecycle.retentions()).toMatchObject([{ workspace: 'w', days: 30, setBy: 'officer' }]);
  await lifecycle.setRetention('w', null, 'officer', 'not any more');
  expect(await lifecycle.beyondRetention(10)).toEqual([]);
  expect((await decisions()).slice(1)).toEqual([
    ['retention.set', 'officer', '30 days: policy 7'],
    ['retention.set', 'officer', 'kept without limit: not any more'],
  ]);
});

test('What a policy would erase is seen before it is set: what is due, what a hold keeps, what comes later and when', async () => {
  for (const run of ['old', 'held', 'young']) await sealedRun(run);
  await store.openRun({ run: 'open', workspace: 'w' });
  const admin = connect(database.adminUrl, { max: 1 });
  await admin`alter table spine.head disable trigger guard_head`;
  await admin`update spine.head set sealed_at = sealed_at - interval '40 days' where run in ('old', 'held')`;
  await admin`alter table spine.head enable always trigger guard_head`;
  await admin.end();
  await lifecycle.placeHold('held', 'counsel', 'a lawsuit');
  const of = (days: number, after: string | null = null, limit = 10) =>
    lifecycle.previewRetention({ workspace: 'w', days, after, limit });
  const one = { runs: 1, contents: 1, bytes: 8 };
  const thirty = await of(30);
  expect(thirty).toMatchObject({ due: one, held: one, later: one });
  const [old, held, young] = thirty.runs;
  expect(old).toMatchObject({ run: 'old', due: true, hold: null, contents: 1, bytes: 8 });
  expect(held).toMatchObject({ run: 'held', due: true, hold: { placedBy: 'counsel', reason: 'a lawsuit' } });
  expect(young).toMatchObject({ run: 'young', due: false, hold: null });
  expect(young!.dueAt.getTime() - young!.sealedAt.getTime()).toBe(30 * 86_400_000);
  expect(thirty.nextAt).toEqual(young!.dueAt);
  const none = { runs: 0, contents: 0, bytes: 0 };
  expect(await of(41)).toMatchObject({ due: none, held: none, later: { runs: 3 } });
  // A page goes on where the one before ended.
  expect((await of(30, 'old', 1)).runs.map(({ run }) => run)).toEqual(['held']);
  expect((await of(30, 'young')).runs).toEqual([]);
  // It told what happens then, and nothing was set or erased by asking.
  expect(await lifecycle.retentions()).toEqual([]);
  await lifecycle.setRetention('w', 30, 'officer', 'policy 7');
  expect((await lifecycle.beyondRetention(10)).map(({ run }) => run)).toEqual(['old']);
  const other = { workspace: 'other', days: 30, after: null, limit: 10 };
  expect(await lifecycle.previewRetention(other)).toEqual({
    due: none,
    held: none,
    later: none,
    nextAt: null,
    runs: [],
  });
  for (const days of [0, 1.5, 36_501]) await expect(of(days)).rejects.toMatchObject({ code: 'runseal.bad_retention' });
});
