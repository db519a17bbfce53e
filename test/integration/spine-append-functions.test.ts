/** What the append functions refuse, whoever calls them, and that they leave nothing behind. */
import { commitContent, GENESIS_LINK, leafHash, linkHash } from '@runseal/spine';
import { connect, openStore, type Sql, type SpineStore } from '@runseal/spine/postgres';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { insert } from '../postgres/forged.ts';

let database: TestDatabase;
let service: Sql;
let owner: Sql;
let store: SpineStore;

beforeAll(async () => {
  database = await testDatabase();
  service = connect(database.serviceUrl);
  owner = connect(database.ownerUrl);
  store = openStore({ sql: service });
});

afterAll(async () => {
  await Promise.all([service.end(), owner.end()]);
  await database.drop();
});

test('Two transactions that append from the same place: one waits, then is refused', async () => {
  await store.openRun({ run: 'race', workspace: 'w' });
  const writer = await store.takeOver('race');
  const twin = { sql: service, run: 'race', fence: writer.fence };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => rawAppend(twin.sql, twin.run, twin.fence, `twin ${i}`)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const codes = outcomes.flatMap((o) => (o.status === 'rejected' ? [(o.reason as { code: string }).code] : []));
  expect(new Set(codes)).toEqual(new Set(['RS004']));
  await expect(store.head('race')).resolves.toMatchObject({ size: 1 });
});

describe('Appends to several runs in one statement', () => {
  const each = (
    runs: string,
    sizes: string,
    hashes: Uint8Array,
    fences = '{1,1}',
  ): Promise<{ taken: string | null }[]> =>
    service`select spine.append_each(${runs}, ${fences}, ${sizes}, ${Buffer.from(hashes)}, ${Buffer.from('onetwo')}, '{0,3,6}', '{t,t}',
      '{enforced,enforced}', '{0,0}', '{null,7}', ${Buffer.alloc(64)}, '{0,32,64}') as taken`;
  const first = (text: string): Buffer => {
    const leaf = leafHash(Buffer.from(text));
    return Buffer.concat([GENESIS_LINK, leaf, linkHash(GENESIS_LINK, leaf)]);
  };
  const good = Buffer.concat([first('one'), first('two')]);

  beforeAll(async () => {
    for (const run of ['each-1', 'each-2', 'each-3']) {
      await store.openRun({ run, workspace: 'w' });
      await store.takeOver(run);
    }
  });

  test('store nothing at all when one of them lies about a hash', async () => {
    const leaf = Buffer.from(good);
    leaf.fill(9, 96 + 32, 96 + 64);
    await expect(each('{each-1,each-2}', '{0,0}', leaf)).rejects.toMatchObject({ code: '23514' });
    const link = Buffer.from(good);
    link.fill(9, 96 + 64);
    await expect(each('{each-1,each-2}', '{0,0}', link)).rejects.toMatchObject({ code: '23514' });
    await expect(store.head('each-1')).resolves.toMatchObject({ size: 0 });
  });

  test('leave out a run that is unknown, elsewhere or under another fence, and one named twice', async () => {
    expect(await each('{nowhere,each-1}', '{0,0}', good, '{1,0}')).toMatchObject([{ taken: null }]);
    expect(await each('{each-1,each-1}', '{1,1}', good)).toMatchObject([{ taken: null }]);
    const elsewhere = Buffer.from(good);
    elsewhere.fill(9, 0, 32);
    expect(await each('{each-1,each-2}', '{0,0}', elsewhere)).toMatchObject([{ taken: '2' }]);
    expect(await each('{each-1,each-2}', '{0,0}', good)).toMatchObject([{ taken: '1' }]);
    expect(await each('{each-3,each-3}', '{0,0}', good)).toMatchObject([
      { taken: expect.stringMatching(/^[12]$/) as string },
    ]);
    await expect(store.head('each-3')).resolves.toMatchObject({ size: 1 });
    await expect(store.head('each-2')).resolves.toMatchObject({ size: 1 });
  });
});

function rawAppend(sql: Sql, run: string, fence: bigint, text: string): Promise<unknown> {
  const canonical = Buffer.from(text);
  const leaf = Buffer.from(leafHash(canonical));
  const links = Buffer.concat([GENESIS_LINK, linkHash(GENESIS_LINK, leaf)]);
  const none = Buffer.alloc(0);
  return sql`select spine.append(${run}, ${String(fence)}, 0, ${links}, ${leaf}, ${canonical}, ${`{${canonical.length}}`}, '{t}', '{enforced}',
    '{0}', '{null}', ${leaf}, '{}', '{}', ${none}, ${none}, ${none}, '{}', '{}')`;
}

describe('An append function', () => {
  const wrong = Buffer.alloc(32, 9);
  const bytes = Buffer.from('a letter');
  const content = commitContent(bytes, 'text/plain');
  const leaf = leafHash(bytes);
  const right = { leaf, link: linkHash(GENESIS_LINK, leaf), frontier: Buffer.from(leaf), tier: 'enforced' };
  /** Something that a database should not take from the service. */
  const LIES: { what: string; lie: Partial<typeof right> }[] = [
    { what: 'leaf', lie: { leaf: wrong, link: linkHash(GENESIS_LINK, wrong) } },
    { what: 'link', lie: { link: wrong } },
    { what: 'tier', lie: { tier: 'proven' } },
    { what: 'frontier', lie: { frontier: Buffer.alloc(64) } },
  ];
  type Told = typeof right;
  const hashes = ({ leaf, link }: Told): Buffer => Buffer.concat([GENESIS_LINK, leaf, link]);
  const lists = (sql: Sql, { leaf, link, frontier, tier }: Told) =>
    sql`0, ${Buffer.concat([GENESIS_LINK, link])}, ${Buffer.from(leaf)}, ${bytes}, ${frontier}, ${tier}`;
  const CALLS: Record<string, (sql: Sql, run: string, told: Told) => PromiseLike<unknown>> = {
    append_one: (sql, run, told) =>
      sql`select spine.append_one(${run}, 1, 0, ${hashes(told)}, ${bytes}, 't', ${told.tier}, 0, null, ${told.frontier})`,
    append_with_content: (sql, run, told) =>
      sql`select spine.append_with_content(${run}, 1, 0, ${hashes(told)}, ${bytes}, 't', ${told.tier}, 0, null, ${told.frontier},
        ${Buffer.concat([content.ref.commitment, content.salt])}, ${bytes}, ${content.ref.media})`,
    append_many: (sql, run, told) =>
      sql`select spine.append_many(${run}, 1, size, links, leaves, canonical, ${`{0,${bytes.length}}`}, '{0}', '{0}', '{1}', '{t}',
        array[tier], '{false}', frontier, '{}', '{}', '', '', '', '{}', '{}')
        from (values (${lists(sql, told)})) as told (size, links, leaves, canonical, frontier, tier)`,
    append_each: (sql, run, told) =>
      sql`select spine.append_each(${`{${run}}`}, '{1}', '{0}', ${hashes(told)}, ${bytes}, ${`{0,${bytes.length}}`}, '{t}',
        ${`{${told.tier}}`}, '{0}', '{null}', ${told.frontier}, ${`{0,${told.frontier.length}}`})`,
    append: (sql, run, told) =>
      sql`select spine.append(${run}, 1, size, links, leaves, canonical, ${`{${bytes.length}}`}, '{t}', array[tier], '{0}', '{null}',
        frontier, '{}', '{}', '', '', '', '{}', '{}')
        from (values (${lists(sql, told)})) as told (size, links, leaves, canonical, frontier, tier)`,
    close_run: (sql, run, told) =>
      sql`select spine.close_run(${run}, 1, 0, ${hashes(told)}, ${bytes}, 't', ${told.tier}, 0, null, ${told.frontier}, '{}', '{}', '',
        ${Buffer.from(leaf)}, '', '{}')`,
  };

  test('is one of those tried here, if it writes events or where a run stands', async () => {
    const rows = await owner<{ proname: string }[]>`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'spine' and p.prosrc ~* '(insert into spine.event|update spine.head.* set size|set size)' order by 1`;
    expect(rows.map(({ proname }) => proname)).toEqual(['append', 'append_each', 'append_many', 'append_one']);
  });

  describe.each(Object.entries(CALLS))('%s', (name, call) => {
    const opened = async (what: string): Promise<string> => {
      const run = `lie-${name}-${what}`;
      await store.openRun({ run, workspace: 'w' });
      await store.takeOver(run);
      return run;
    };

    test.each(LIES)('refuses a wrong $what, also from who says it was checked', async ({ what, lie }) => {
      const run = await opened(what);
      const told = { ...right, ...lie };
      await expect(call(service, run, told)).rejects.toMatchObject({ code: '23514' });
      const checked = service.begin(async (tx) => {
        await tx`select set_config('runseal.append', 'checked', true)`;
        await call(tx as unknown as Sql, run, told);
      });
      await expect(checked).rejects.toMatchObject({ code: '23514' });
      await expect(store.head(run)).resolves.toMatchObject({ size: 0, state: 'open' });
    });

    test('takes what is right', async () => {
      const run = await opened('none');
      await call(service, run, right);
      await expect(store.head(run)).resolves.toMatchObject({ size: 1 });
    });

    test('leaves the guards as they were for who writes after it', async () => {
      const run = await opened('after');
      const both = owner.begin(async (tx) => {
        await call(tx as unknown as Sql, run, right);
        await insert(tx as unknown as Sql, run, { seq: 2, prev: right.link });
      });
      await expect(both).rejects.toMatchObject({ code: 'RS007' });
    });
  });
});
