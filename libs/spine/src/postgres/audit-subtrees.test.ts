/** An audit of a run with many kept subtrees: what it finds of them, and how much it holds while it reads. */
import { Held } from '../../../../test/held/held.ts';
import { testDatabase, type TestDatabase } from '../../../../test/postgres/database.ts';
import { all } from '../../../../test/postgres/drafts.ts';
import type { Hasher } from '../hash.ts';
import { nodeHasher } from '../node/hash.ts';
import { compareSubtrees, Subtrees } from './audit-subtrees.ts';
import { connect, type Sql } from './connect.ts';
import { openStore } from './open-store.ts';

const RUN = 'long';
/** 32 kept subtrees. */
const SIZE = 8_193;
let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl);
  const store = openStore({ sql });
  await store.openRun({ run: RUN, workspace: 'w' });
  const writer = await store.takeOver(RUN);
  for (let from = 0; from < SIZE; from += 2_731)
    await writer.append(
      ...Array.from({ length: 2_731 }, (_, n) => ({
        ...{ type: 'provenance.attested', actor: 'agent' as const },
        payload: { kind: 'progress', n: from + n },
      })),
    );
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

test('However long the run, an audit holds a page or two and the right edge of the tree', async () => {
  const held = new Held();
  const hasher: Hasher = {
    sha256(...parts) {
      for (const { buffer } of parts) held.watch(buffer);
      const alone = nodeHasher.sha256(...parts).slice();
      held.watch(alone.buffer);
      return alone;
    },
  };
  const counted: number[] = [];
  const { signal } = new AbortController();
  let pages = 0;
  // Asked at the beginning of every page.
  signal.throwIfAborted = () => {
    if (pages++ % 4 === 0) counted.push(held.count());
  };
  expect(await openStore({ sql, hasher }).audit(RUN, { signal })).toMatchObject({ events: SIZE, found: 0 });
  expect(counted.length).toBeGreaterThan(SIZE / 512 / 4);
  expect(Math.max(...counted)).toBeLessThan(16);
});

test('Subtrees that differ are found in their order, then those that are missing in the order of the run', async () => {
  const hash = (n: number): Uint8Array => new Uint8Array(32).fill(n);
  const stored = await sql<{ hash: Buffer }[]>`
    select hash from spine.subtree where run = ${RUN} and level = 8 order by index`;
  expect(stored).toHaveLength(32);
  const made = new Subtrees();
  stored.forEach((row, n) => made.add(8, n === 3 ? hash(3) : new Uint8Array(row.hash)));
  for (let n = 32; n < 256; n += 1) made.add(8, hash(n));
  made.add(16, hash(1));
  made.add(8, hash(0));
  const said = (await all(compareSubtrees(sql, RUN, 65_792, made))).map(({ sentence }) => sentence);
  expect(said[0]).toBe('The stored Merkle subtree 8/3 is not that of its events.');
  expect(said[1]).toBe('The stored Merkle subtree 8/32 is missing.');
  expect(said.slice(-3)).toEqual([
    'The stored Merkle subtree 8/255 is missing.',
    'The stored Merkle subtree 16/0 is missing.',
    'The stored Merkle subtree 8/256 is missing.',
  ]);
  expect(said).toHaveLength(1 + 224 + 2);
});

test('Subtrees beyond what was read are none of its business, and those its events do not make are', async () => {
  expect(await all(compareSubtrees(sql, RUN, 255, new Subtrees()))).toEqual([]);
  const found = await all(compareSubtrees(sql, RUN, 512, new Subtrees()));
  expect(found.map(({ code }) => code)).toEqual(['runseal.subtree_mismatch', 'runseal.subtree_mismatch']);
});
