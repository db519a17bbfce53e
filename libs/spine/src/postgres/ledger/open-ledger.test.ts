import { testDatabase, type TestDatabase } from '../../../../../test/postgres/database.ts';
import { equalBytes, fromHex } from '../../bytes.ts';
import { draftOf } from '../../draft.ts';
import { commitContent } from '../../content.ts';
import { decodeLedgerEntry, ledgerLeaf, openHead, parseReceipt, signHead } from '../../ledger/index.ts';
import { leafReader, rootOf, verifyConsistency, verifyInclusion, inclusionProof } from '../../merkle.ts';
import { generateSigner } from '../../node/signer.ts';
import { nodeHasher } from '../../node/hash.ts';
import { verifySignature } from '../../signature.ts';
import { connect, type Sql } from '../connect.ts';
import { openStore } from '../open-store.ts';
import type { SpineStore } from '../store.ts';
import { openLedger } from './open-ledger.ts';
import type { Ledger } from './ledger.ts';

const signer = generateSigner();
const ORIGIN = 'runseal/test';
const ALL = { from: 0, limit: 1000, workspaces: null };
let database: TestDatabase;
let sql: Sql;
let admin: Sql;
let store: SpineStore;
let ledger: Ledger;

beforeEach(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  admin = connect(database.adminUrl, { max: 2 });
  store = openStore({ sql });
  ledger = openLedger({ sql, signer, origin: ORIGIN });
});

afterEach(async () => {
  await sql.end();
  await admin.end();
  await database.drop();
});

async function sealedRun(run: string): Promise<void> {
  await store.openRun({ run, workspace: 'w', goalCommitment: nodeHasher.sha256(Buffer.from(run)) });
  const writer = await store.takeOver(run);
  await writer.append(draftOf('outcome.recorded', 'system', { result: 'success', reason: '', steps: 1, final: null }));
  await writer.seal(signer);
}

test('Opening and sealing a run become two entries under one signed head', async () => {
  await sealedRun('r1');
  expect((await ledger.lag()).pending).toBe(2);
  expect(await ledger.batch()).toBe(2);
  expect(await ledger.lag()).toEqual({ pending: 0, since: null });
  const entries = await ledger.entries(ALL);
  const [opened, sealed] = entries.map(({ entry }) => decodeLedgerEntry(entry));
  const head = await store.head('r1');
  expect(opened).toMatchObject({ kind: 'run.opened', run: 'r1', workspace: 'w' });
  expect(opened!['goal_commitment']).toEqual(nodeHasher.sha256(Buffer.from('r1')));
  expect(sealed).toMatchObject({ kind: 'run.sealed', run: 'r1', size: 2 });
  expect(sealed!['root']).toEqual(head.root);
  expect(sealed!['checkpoint']).toEqual(nodeHasher.sha256(head.checkpoint!));
  const published = (await ledger.head())!;
  const { head: signed } = await openHead(published.note, [ledger.key], verifySignature);
  expect(signed).toMatchObject({ origin: ORIGIN, size: 2 });
  expect(signed.root).toEqual(rootOf(entries.map(({ leaf }) => leaf)));
});

test('Rows that wait from before there were commitments keep the digest they came with', async () => {
  const digest = nodeHasher.sha256(Buffer.from('goal'));
  await admin`insert into spine.ledger_pending (run, kind, workspace, time_ns, rank, goal)
    values ('old', 'run.opened', 'w', 1, 0, ${Buffer.from(digest)})`;
  await ledger.batch();
  const [entry] = (await ledger.entries(ALL)).map((row) => decodeLedgerEntry(row.entry));
  expect(entry).toEqual({ v: 1, kind: 'run.opened', time: 1, workspace: 'w', run: 'old', goal: digest });
});

test('A receipt proves the seal of a run under the signed head', async () => {
  for (const run of ['r1', 'r2', 'r3']) {
    await sealedRun(run);
    await ledger.batch();
  }
  expect(await ledger.receipt('nobody')).toBeNull();
  const receipt = parseReceipt((await ledger.receipt('r2'))!);
  const { head } = await openHead(receipt.head, [ledger.key], verifySignature);
  const leaf = ledgerLeaf(receipt.extra!);
  expect(() =>
    verifyInclusion({ leaf, index: receipt.index, size: head.size, proof: receipt.inclusion, root: head.root }),
  ).not.toThrow();
  expect(decodeLedgerEntry(receipt.extra!)).toMatchObject({ kind: 'run.sealed', run: 'r2' });
});

test('Any number of batchers at once write each waiting row exactly once', async () => {
  const runs = Array.from({ length: 40 }, (_, i) => `run-${i}`);
  const others = Array.from({ length: 4 }, () => openLedger({ sql, signer, origin: ORIGIN }));
  let done = false;
  const batching = others.map(async (other) => {
    while (!done) await other.batch();
  });
  await Promise.all(runs.map(sealedRun));
  done = true;
  await Promise.all(batching);
  while ((await ledger.batch()) > 0);
  const entries = await ledger.entries(ALL);
  const seen = entries.map(({ kind, subject }) => `${subject} ${kind}`).sort();
  expect(seen).toEqual(runs.flatMap((run) => [`${run} run.opened`, `${run} run.sealed`]).sort());
  expect(entries.map(({ index }) => index)).toEqual(entries.map((_, i) => i));
  expect((await ledger.head())!.root).toEqual(rootOf(entries.map(({ leaf }) => leaf)));
});

test('A batcher that stands still in the middle loses its turn to the others', async () => {
  await sealedRun('r1');
  const other = connect(database.serviceUrl);
  const frozen = openLedger({
    sql: other,
    signer: { ...signer, sign: () => new Promise(() => {}) },
    origin: ORIGIN,
    answerLimit: 300,
  });
  try {
    await expect(frozen.batch()).rejects.toMatchObject({ code: 'runseal.store_unavailable' });
    while ((await ledger.batch()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await ledger.head())!.size).toBe(2);
  } finally {
    await other.end({ timeout: 1 });
  }
});

test('A batch that fails in the middle leaves what waits, and the log as it was', async () => {
  await sealedRun('r1');
  const broken = openLedger({
    sql,
    origin: ORIGIN,
    signer: { publicKey: signer.publicKey, sign: () => Promise.reject(new Error('the key is away')) },
  });
  await expect(broken.batch()).rejects.toMatchObject({ code: 'sign.sign_failed' });
  expect((await ledger.lag()).pending).toBe(2);
  expect(await ledger.head()).toBeNull();
  expect(await ledger.batch()).toBe(2);
});

test('Tiles, proofs and roots of a log of hundreds of entries agree', async () => {
  await admin`insert into spine.head (run, workspace) select 'bulk-' || n, 'w' from generate_series(1, 700) as n`;
  await ledger.batch();
  await sealedRun('last');
  await ledger.batch();
  const entries = await ledger.entries(ALL);
  const leaves = entries.map(({ leaf }) => leaf);
  expect(leaves).toHaveLength(702);
  expect(Buffer.from((await ledger.tile('tile/0/001'))!)).toEqual(Buffer.concat(leaves.slice(256, 512)));
  expect(Buffer.from((await ledger.tile('tile/0/002.p/190'))!)).toEqual(Buffer.concat(leaves.slice(512)));
  expect(Buffer.from((await ledger.tile('tile/1/000.p/2'))!)).toEqual(
    Buffer.concat([rootOf(leaves.slice(0, 256)), rootOf(leaves.slice(256, 512))]),
  );
  for (const path of ['tile/0/002', 'tile/0/002.p/191', 'tile/1/000', 'tile/2/000.p/1', 'tile/0/2', '../tile/0/000'])
    expect(await ledger.tile(path)).toBeNull();
  const bundle = Buffer.from((await ledger.tile('tile/entries/002.p/190'))!);
  const read: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at))
    read.push(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at)));
  expect(read.map((entry) => ledgerLeaf(entry))).toEqual(leaves.slice(512));
  const before = (await ledger.head(700))!;
  const after = (await ledger.head())!;
  const proof = await ledger.consistency(700, 702);
  expect(() => verifyConsistency({ before, after, proof })).not.toThrow();
  const receipt = parseReceipt((await ledger.receipt('last'))!);
  expect(receipt.inclusion).toEqual(await inclusionProof(701, 702, leafReader(leaves)));
});

test('Erasing content is an entry of its own, with who, why and on which basis', async () => {
  await store.openRun({ run: 'r', workspace: 'w' });
  const writer = await store.takeOver('r');
  const content = commitContent(Buffer.from('personal'), 'text/plain');
  await writer.append(
    draftOf('goal.submitted', 'human', { principal: 'p', goal: content.ref }, { contents: [content] }),
  );
  const why = { by: 'officer', reason: 'asked for', legalBasis: 'GDPR 17' };
  expect(await store.erase('r', [content.ref.commitment], why)).toBe(1);
  expect(await store.erase('r', [content.ref.commitment], why)).toBe(0);
  await ledger.batch();
  const entries = (await ledger.entries(ALL)).map(({ entry }) => decodeLedgerEntry(entry));
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({
    kind: 'content.erased',
    run: 'r',
    count: 1,
    actor: 'officer',
    reason: 'asked for',
    basis: 'GDPR 17',
    commitments: nodeHasher.sha256(content.ref.commitment),
  });
});

test('Runs that were never sealed, or that are gone from the database, are named', async () => {
  await sealedRun('sealed');
  await store.openRun({ run: 'left', workspace: 'w' });
  await store.openRun({ run: 'gone', workspace: 'other' });
  await ledger.batch();
  await admin.begin(async (tx) => {
    await tx`alter table spine.head disable trigger all`;
    await tx`delete from spine.head where run = 'gone'`;
    await tx`alter table spine.head enable always trigger refuse_delete`;
  });
  const named = async (workspaces: string[] | null) =>
    (await ledger.unsealed({ ...ALL, workspaces })).map(({ run, state }) => `${run} ${state}`).sort();
  expect(await named(null)).toEqual(['gone missing', 'left open']);
  expect(await named(['w'])).toEqual(['left open']);
});

describe('the database', () => {
  const refused = (code: string) => expect.objectContaining({ code }) as unknown;
  beforeEach(async () => {
    await sealedRun('r1');
    await ledger.batch();
  });

  test.each([
    ['an entry changed', `update spine.ledger_entry set subject = 'x'`, 'RS006'],
    ['an entry removed', `delete from spine.ledger_entry`, 'RS006'],
    ['the log emptied', `truncate spine.ledger_entry`, 'RS006'],
    ['a head changed', `update spine.ledger_head set note = note || 'x'`, 'RS006'],
    ['a cosignature removed', `truncate spine.ledger_cosignature`, 'RS006'],
    [
      'an entry without a head',
      `insert into spine.ledger_entry select 2, entry, leaf, kind, subject, workspace from spine.ledger_entry where index = 0`,
      'RS007',
    ],
    [
      'an entry after a hole',
      `insert into spine.ledger_entry select 7, entry, leaf, kind, subject, workspace from spine.ledger_entry where index = 0`,
      'RS007',
    ],
    [
      'a leaf that is not of its entry',
      `insert into spine.ledger_entry select 2, entry || '\\x00', leaf, kind, subject, workspace from spine.ledger_entry where index = 0`,
      '23514',
    ],
    [
      'a head whose note says another root',
      `insert into spine.ledger_head select 3, sha256('x'), frontier || frontier, note from spine.ledger_head`,
      '23514',
    ],
  ])('refuses %s, to a superuser too', async (_, statement, code) => {
    await expect(admin.unsafe(statement)).rejects.toEqual(refused(code));
  });

  test('lets the service neither write beside the functions nor take off what waits', async () => {
    await store.openRun({ run: 'r2', workspace: 'w' });
    for (const statement of [
      `delete from spine.ledger_pending`,
      `insert into spine.ledger_pending (run, kind, workspace, time_ns, rank) values ('a', 'run.opened', 'w', 1, 0)`,
      `insert into spine.ledger_cosignature values (2, 'w', '00000000', 'x', now())`,
    ])
      await expect(sql.unsafe(statement)).rejects.toEqual(refused('42501'));
  });

  test('refuses a second log from a place where there is one', async () => {
    await store.openRun({ run: 'r2', workspace: 'w' });
    const row = JSON.stringify([
      { run: 'r2', kind: 'run.opened', id: '00000000-0000-0000-0000-000000000000', workspace: 'w' },
    ]);
    const entry = fromHex('a0');
    const note = await signHead({ origin: ORIGIN, size: 1, root: new Uint8Array(32), extensions: [] }, signer);
    await expect(
      sql`select spine.ledger_append(0, ${Buffer.from(entry)}, ${'{1}'}, ${Buffer.from(ledgerLeaf(entry))}, ${row}::text::jsonb,
        ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, ${note}, ${'{}'}, ${'{}'}, ${Buffer.alloc(0)})`,
    ).rejects.toEqual(refused('23505'));
    expect((await ledger.lag()).pending).toBe(1);
    expect(equalBytes((await ledger.head())!.root, rootOf((await ledger.entries(ALL)).map(({ leaf }) => leaf)))).toBe(
      true,
    );
  });
});
