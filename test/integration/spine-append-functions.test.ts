/** What the append functions refuse, whoever calls them, and that they leave nothing behind. */
import { commitContent, Frontier, GENESIS_LINK, leafHash, linkHash, type Recorded } from '@runseal/spine';
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
  const first = (text: string, prev: Uint8Array = GENESIS_LINK): Buffer => {
    const leaf = leafHash(Buffer.from(text));
    return Buffer.concat([prev, leaf, linkHash(prev, leaf)]);
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
    const elsewhere = Buffer.concat([first('one', Buffer.alloc(32, 9)), first('two')]);
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
  return sql`select spine.append_next(${run}, ${String(fence)}, 0, ${Buffer.from(GENESIS_LINK)}, ${Buffer.from(text)}, 't', 'enforced', 0, null)`;
}

describe('An append function', () => {
  const wrong = Buffer.alloc(32, 9);
  const bytes = Buffer.from('a letter');
  const content = commitContent(bytes, 'text/plain');
  const leaf = leafHash(bytes);
  const right = { leaf, link: linkHash(GENESIS_LINK, leaf), frontier: Buffer.from(leaf), tier: 'enforced' };
  /** Something that a database should not take from the service. */
  const LIES: { what: 'leaf' | 'link' | 'tier' | 'frontier'; lie: Partial<typeof right> }[] = [
    { what: 'leaf', lie: { leaf: wrong, link: linkHash(GENESIS_LINK, wrong) } },
    { what: 'link', lie: { link: wrong } },
    { what: 'tier', lie: { tier: 'proven' } },
    { what: 'frontier', lie: { frontier: Buffer.alloc(64) } },
  ];
  type Told = typeof right;
  type Lie = (typeof LIES)[number]['what'];
  interface Tried {
    /** What it takes from its caller and does not compute. */
    readonly takes: readonly Lie[];
    readonly call: (sql: Sql, run: string, told: Told) => PromiseLike<unknown>;
  }
  const genesis = Buffer.from(GENESIS_LINK);
  const FUNCTIONS: Record<string, Tried> = {
    append_next: {
      takes: ['tier'],
      call: (sql, run, { tier }) =>
        sql`select spine.append_next(${run}, 1, 0, ${genesis}, ${bytes}, 't', ${tier}, 0, null)`,
    },
    append_with_content: {
      takes: ['tier'],
      call: (sql, run, { tier }) =>
        sql`select spine.append_with_content(${run}, 1, 0, ${genesis}, ${bytes}, 't', ${tier}, 0, null,
          ${Buffer.concat([content.ref.commitment, content.salt])}, ${bytes}, ${content.ref.media})`,
    },
    append_many: {
      takes: ['leaf', 'link', 'tier', 'frontier'],
      call: (sql, run, { link, tier, frontier }) =>
        sql`select spine.append_many(${run}, 1, 0, ${Buffer.concat([genesis, link])}, ${bytes}, ${`{0,${bytes.length}}`}, '{0}', '{0}',
          '{1}', '{t}', ${`{${tier}}`}, '{false}', ${frontier}, '{}', '{}', '', '', '', '{}', '{}')`,
    },
    append_each: {
      takes: ['leaf', 'link', 'tier', 'frontier'],
      call: (sql, run, { leaf, link, tier, frontier }) =>
        sql`select spine.append_each(${`{${run}}`}, '{1}', '{0}', ${Buffer.concat([genesis, leaf, link])}, ${bytes},
          ${`{0,${bytes.length}}`}, '{t}', ${`{${tier}}`}, '{0}', '{null}', ${frontier}, ${`{0,${frontier.length}}`})`,
    },
    close_run: {
      takes: ['leaf', 'link', 'tier', 'frontier'],
      call: (sql, run, { link, tier, frontier }) =>
        sql`select spine.close_run(${run}, 1, 0, ${Buffer.concat([genesis, link])}, ${bytes}, 't', ${tier}, 0, null, ${frontier},
          '{}', '{}', '', ${Buffer.from(leaf)}, '', '{}')`,
    },
  };

  test('is one of those tried here, if it writes events or where a run stands', async () => {
    const rows = await owner<{ proname: string }[]>`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'spine' and p.prosrc ~* '(insert into spine.event|update spine.head.* set size|set size)' order by 1`;
    expect(rows.map(({ proname }) => proname)).toEqual(['append_each', 'append_many', 'append_next']);
  });

  describe.each(Object.entries(FUNCTIONS))('%s', (name, { takes, call }) => {
    const opened = async (what: string): Promise<string> => {
      const run = `lie-${name}-${what}`;
      await store.openRun({ run, workspace: 'w' });
      await store.takeOver(run);
      return run;
    };

    test.each(LIES.filter(({ what }) => takes.includes(what)))('refuses a wrong $what', async ({ what, lie }) => {
      const run = await opened(what);
      await expect(call(service, run, { ...right, ...lie })).rejects.toMatchObject({ code: '23514' });
      await expect(store.head(run)).resolves.toMatchObject({ size: 0, state: 'open' });
    });

    test('takes what is right, and stores what follows from it', async () => {
      const run = await opened('none');
      await call(service, run, right);
      const [row] = await owner`
        select h.size, h.link, h.frontier, e.leaf, e.link as of_event, e.canonical from spine.head h join spine.event e on e.run = h.run
        where h.run = ${run}`;
      expect(row).toEqual({
        ...{ size: '1', canonical: bytes, frontier: right.frontier, leaf: Buffer.from(leaf) },
        ...{ link: Buffer.from(right.link), of_event: Buffer.from(right.link) },
      });
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

test('What the database computes of lone events is what the library computes, subtrees and all', async () => {
  await store.openRun({ run: 'computed', workspace: 'w' });
  const writer = await store.takeOver('computed');
  const frontier = new Frontier();
  for (let n = 0; n < 600; n++) {
    const [{ leaf }] = (await writer.append({ type: 't', actor: 'agent', payload: { n } })) as [Recorded];
    frontier.append(leaf);
  }
  const [row] = await owner`select frontier from spine.head where run = 'computed'`;
  expect(row).toEqual({ frontier: Buffer.concat(frontier.state.nodes) });
  await expect(store.audit('computed')).resolves.toMatchObject({ found: 0 });
});

test('A database that computes another link is found out, and its run written to no more', async () => {
  await store.openRun({ run: 'crooked', workspace: 'w' });
  const writer = await store.takeOver('crooked');
  await writer.append({ type: 't', actor: 'agent', payload: { n: 1 } });
  const [honest] = await owner<{ text: string }[]>`select pg_get_functiondef('spine.append_next'::regproc) as text`;
  await owner.unsafe(honest!.text.replace("'\\x72756e7365616c2f6c696e6b2f76310a'", "'\\x00'"));
  try {
    const note = { type: 't', actor: 'agent', payload: { n: 2 } } as const;
    await expect(writer.append(note)).rejects.toMatchObject({ code: 'runseal.store_damaged' });
    await expect(writer.append(note)).rejects.toMatchObject({ code: 'runseal.store_damaged' });
    const { findings } = await store.audit('crooked');
    expect(findings).toContainEqual(expect.objectContaining({ seq: 2, column: 'link' }));
  } finally {
    await owner.unsafe(honest!.text);
  }
});
