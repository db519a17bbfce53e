import { createHash } from 'node:crypto';
import { GENESIS_LINK, leafHash, linkHash, type EventDraft } from '@runseal/spine';
import { connect, openStore, type Sql, type SpineStore } from '@runseal/spine/postgres';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { insert, type Forged } from '../postgres/forged.ts';

let database: TestDatabase;
let service: Sql;
let owner: Sql;
let superuser: Sql;
let store: SpineStore;

beforeAll(async () => {
  database = await testDatabase();
  service = connect(database.serviceUrl);
  owner = connect(database.ownerUrl);
  superuser = connect(database.adminUrl);
  store = openStore({ sql: service });
  await store.openRun({ run: 'run', workspace: 'w' });
  await (await store.takeOver('run')).append(note(1), note(2));
});

afterAll(async () => {
  await Promise.all([service.end(), owner.end(), superuser.end()]);
  await database.drop();
});

function note(n: number): EventDraft {
  return { type: 'provenance.attested', actor: 'agent', payload: { n } };
}

/** All that the service may execute; a longer list is a decision, not an accident. */
const WRITING_FUNCTIONS = [
  'announce_key',
  'append_each',
  'append_many',
  'append_next',
  'append_with_content',
  'claim_time_stamp',
  'close_run',
  'confirm_prune',
  'erase_content',
  'keep_time_stamp',
  'ledger_append',
  'ledger_cosign',
  'lift_hold',
  'open_run',
  'place_hold',
  'request_prune',
  'runs_beyond_retention',
  'set_retention',
  'take_over',
];

/** Rewrites and removals somebody with a database connection may try. */
const CHANGES = [
  `update spine.event set canonical = 'x' where run = 'run' and seq = 1`,
  `update spine.event set type = 'run.halted' where run = 'run' and seq = 1`,
  `delete from spine.event where run = 'run' and seq = 2`,
  `truncate spine.event`,
  `delete from spine.head where run = 'run'`,
  `truncate spine.head`,
  `update spine.head set size = 1 where run = 'run'`,
  `update spine.head set link = sha256('x') where run = 'run'`,
  `update spine.head set fence = 0 where run = 'run'`,
  `update spine.head set workspace = 'other' where run = 'run'`,
  `update spine.head set goal_commitment = sha256('x') where run = 'run'`,
  `update spine.head set size = 1, state = 'open' where run = 'run'`,
  `insert into spine.subtree values ('other', 8, 0, sha256('x')); delete from spine.subtree`,
  `insert into spine.subtree values ('other', 8, 0, sha256('x')); update spine.subtree set hash = sha256('y')`,
  `truncate spine.subtree`,
  `truncate spine.content`,
];

describe.each(CHANGES)('%s', (change) => {
  test('is refused to the service, which lacks the privilege', async () => {
    await expect(service.unsafe(change)).rejects.toMatchObject({ code: '42501' });
  });

  test('is refused to the owner', async () => {
    await expect(owner.unsafe(change)).rejects.toMatchObject({ code: 'RS006' });
  });

  test('is refused to a superuser, also as a replica', async () => {
    await expect(superuser.unsafe(change)).rejects.toMatchObject({ code: 'RS006' });
    await expect(superuser.unsafe(`set session_replication_role = replica; ${change}`)).rejects.toMatchObject({
      code: 'RS006',
    });
    await superuser.unsafe('reset session_replication_role');
  });
});

test('The service writes no table itself, and reaches no function that does but those that are meant to', async () => {
  for (const table of ['head', 'event', 'subtree', 'content']) {
    await expect(service.unsafe(`insert into spine.${table} default values`)).rejects.toMatchObject({ code: '42501' });
  }
  const rows = await owner<{ proname: string }[]>`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'spine' and has_function_privilege('runseal_service', p.oid, 'execute') order by 1`;
  expect(rows.map(({ proname }) => proname)).toEqual(WRITING_FUNCTIONS);
});

test('Every function that runs with its owner’s rights has a pinned search path', async () => {
  const rows = await owner`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'spine' and not coalesce(p.proconfig @> array['search_path=pg_catalog, pg_temp'], false)`;
  expect([...rows]).toEqual([]);
});

const SALT = Buffer.alloc(32, 7);

function commitmentOf(bytes: Buffer): Buffer {
  const length = (n: number): Buffer => Buffer.from(n.toString(16).padStart(16, '0'), 'hex');
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from('runseal/content/v1\n'), length(32), SALT, length(bytes.length), bytes]))
    .digest();
}

test.each([
  ['a commitment to other bytes', `sha256('x'), 7, '\\x' || repeat('07', 32), 'content', null, null, null, null`],
  ['a short commitment', `'short', 7, '\\x' || repeat('07', 32), 'content', null, null, null, null`],
  ['another size', `$1, 8, '\\x' || repeat('07', 32), 'content', null, null, null, null`],
  ['no salt', `$1, 7, null, 'content', null, null, null, null`],
  ['no bytes', `$1, 7, '\\x' || repeat('07', 32), null, null, null, null, null`],
  ['neither bytes nor a tombstone', `$1, 7, null, null, null, null, null, null`],
  ['a tombstone beside the bytes', `$1, 7, '\\x' || repeat('07', 32), 'content', now(), 'dpo', 'asked', 'GDPR 17'`],
  ['a name of who erased what is there', `$1, 7, '\\x' || repeat('07', 32), 'content', null, 'dpo', null, null`],
  ['half a tombstone', `$1, 7, null, null, now(), 'dpo', 'asked', null`],
])('Content with %s is refused to the owner and a superuser, also as a replica', async (_, values) => {
  const insert = `insert into spine.content (run, media, commitment, size, salt, bytes, erased_at, erased_by, erased_reason, erased_basis)
    select 'run', 'text/plain', c::bytea, s, t::bytea, b::bytea, e::timestamptz, f, g, h
    from (values (${values.replace('$1', `'\\x${commitmentOf(Buffer.from('content')).toString('hex')}'`)})) as v (c, s, t, b, e, f, g, h)`;
  for (const sql of [owner, superuser]) await expect(sql.unsafe(insert)).rejects.toMatchObject({ code: '23514' });
  await expect(superuser.unsafe(`set session_replication_role = replica; ${insert}`)).rejects.toMatchObject({
    code: '23514',
  });
  await superuser.unsafe('reset session_replication_role');
});

test('Content is erased whole or not touched', async () => {
  const bytes = Buffer.from('content');
  const salt = SALT;
  const commitment = commitmentOf(bytes);
  await owner`insert into spine.content (run, commitment, media, size, salt, bytes) values ('run', ${commitment}, 'text/plain', 7, ${salt}, ${bytes})`;
  const wrong = createHash('sha256').update('another').digest();
  await expect(
    owner`insert into spine.content (run, commitment, media, size, salt, bytes) values ('run', ${wrong}, 'text/plain', 7, ${salt}, ${bytes})`,
  ).rejects.toMatchObject({ code: '23514' });
  for (const change of [`bytes = 'changed'`, `media = 'text/html'`, `salt = null, bytes = null`, `erased_at = now()`]) {
    const refused: unknown = await owner
      .unsafe(`update spine.content set ${change} where run = 'run'`)
      .catch((error: unknown) => error);
    expect(['RS006', '23514']).toContain((refused as { code?: string }).code);
  }
  await expect(owner.unsafe(`delete from spine.content`)).rejects.toMatchObject({ code: 'RS006' });
  await expect(store.erase('run', [commitment], { by: 'dpo', reason: 'asked', legalBasis: 'GDPR 17' })).resolves.toBe(
    1,
  );
  const [tombstone] =
    await owner`select size, salt, bytes, erased_by, erased_reason, erased_basis from spine.content where run = 'run'`;
  expect(tombstone).toEqual({
    size: '7',
    salt: null,
    bytes: null,
    erased_by: 'dpo',
    erased_reason: 'asked',
    erased_basis: 'GDPR 17',
  });
  await expect(owner`update spine.content set erased_by = 'nobody' where run = 'run'`).rejects.toMatchObject({
    code: 'RS006',
  });
});

describe('An event inserted past the append function', () => {
  const wrong = Buffer.alloc(32, 9);

  test.each(['owner', 'superuser'])(
    'by the %s is refused when a hash is wrong, when it forks, leaves a hole or runs ahead of the head',
    async (who) => {
      const sql = who === 'owner' ? owner : superuser;
      const { link } = await store.head('run');
      await expect(insert(sql, 'run', { seq: 3, prev: link, leaf: wrong })).rejects.toMatchObject({ code: '23514' });
      await expect(insert(sql, 'run', { seq: 3, prev: link, link: wrong })).rejects.toMatchObject({ code: 'RS007' });
      await expect(insert(sql, 'run', { seq: 2, prev: link })).rejects.toMatchObject({ code: '23505' });
      await expect(insert(sql, 'run', { seq: 3, prev: wrong })).rejects.toMatchObject({ code: 'RS007' });
      await expect(insert(sql, 'run', { seq: 4, prev: link })).rejects.toMatchObject({ code: 'RS007' });
      await expect(insert(sql, 'run', { seq: 3, prev: link })).rejects.toMatchObject({ code: 'RS007' });
      await expect(insert(sql, 'nowhere', { seq: 1, prev: GENESIS_LINK })).rejects.toMatchObject({ code: 'RS007' });
    },
  );

  test('is refused as a replica too', async () => {
    const { link } = await store.head('run');
    await superuser.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await expect(
        tx.savepoint((inner) => insert(inner as unknown as Sql, 'run', { seq: 3, prev: link })),
      ).rejects.toMatchObject({ code: 'RS007' });
    });
  });

  test.each([
    { what: 'it does not continue the last event', code: 'RS007', forged: { prev: wrong } },
    { what: 'its leaf is not of its bytes', code: '23514', forged: { leaf: wrong } },
    { what: 'its link is not of its leaf', code: 'RS007', forged: { link: wrong } },
    { what: 'its tier is none', code: '23514', forged: { tier: 'proven' } },
    { what: 'it takes another place', code: 'RS007', forged: { seq: 4 } },
    { what: 'it starts a run in the middle', code: 'RS007', forged: { run: 'fresh', seq: 3 } },
  ])('is refused even with the head moved to it, when $what', async ({ code, forged }) => {
    await expect(insertWithHead(forged)).rejects.toMatchObject({ code });
  });

  test('is accepted with the head moved to it, when it is what the function would have stored', async () => {
    await expect(insertWithHead({})).rejects.toThrow('rolled back');
    await expect(insertWithHead({ run: 'fresh', seq: 1, prev: GENESIS_LINK })).rejects.toThrow('rolled back');
  });

  /** As an owner who means well but for one thing; what is accepted is rolled back. */
  async function insertWithHead(forged: Partial<Forged> & { run?: string }): Promise<void> {
    const { run = 'run', ...fields } = forged;
    const event = { seq: 3, prev: (await store.head('run')).link, ...fields };
    const link = event.link ?? linkHash(event.prev, event.leaf ?? leafHash(Buffer.from('forged')));
    await owner.begin(async (tx) => {
      await tx`insert into spine.head (run, workspace) values (${run}, 'w') on conflict do nothing`;
      await tx`update spine.head set size = ${event.seq}, link = ${Buffer.from(link)},
        frontier = decode(repeat('00', 32 * bit_count(int8send(${event.seq}))::integer), 'hex') where run = ${run}`;
      await insert(tx as unknown as Sql, run, event);
      throw new Error('rolled back');
    });
  }
});

describe('A head', () => {
  test.each([
    `link = 'short', size = size + 1, frontier = decode(repeat('00', 64), 'hex')`,
    `size = size + 1`,
    `root = sha256('x')`,
    `sealed_at = now()`,
    `state = 'closed'`,
  ])('that is none a run can have is refused to the owner: %s', async (change) => {
    await expect(owner.unsafe(`update spine.head set ${change} where run = 'run'`)).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('has a guard for each of its columns', async () => {
    const rows = await owner`
      select attname from pg_attribute where attrelid = 'spine.head'::regclass and attnum > 0 and not attisdropped
      and attnum not in (
        select unnest(tgattr) from pg_trigger
        where tgrelid = 'spine.head'::regclass and tgname in ('guard_head', 'guard_move') and tgenabled = 'A')`;
    expect([...rows]).toEqual([]);
  });
});
