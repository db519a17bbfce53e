import type { Wire } from '@runseal/api/client';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

const get = async <T>(path: string): Promise<T> => (await (await house.ask(`/api/v1${path}`)).json()) as T;

describe('the list of runs', () => {
  test('pages through everything once, newest first, also while runs come in', async () => {
    const workspace = 'paged';
    const mine = await Promise.all(
      Array.from({ length: 25 }, (_, n) => submit(house, { objective: `page ${n}`, workspace })),
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}&limit=7${cursor}`);
      seen.push(...page.items.map(({ run }) => run));
      if (seen.length === 7) await submit(house, { objective: 'came in between', workspace });
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen)).toEqual(new Set(mine));
    const times = (await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}`)).items.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('filters by harness, state and words, taking them literally', async () => {
    const workspace = 'filtered';
    const odd = await submit(house, { objective: 'a 100% sure_thing', workspace });
    await submit(house, { objective: 'a 1000 sureXthing', workspace });
    const find = async (query: string) =>
      (await get<Wire<'RunPage'>>(`/runs?workspace=${workspace}&${query}`)).items.map(({ run }) => run);
    expect(await find(`q=${encodeURIComponent('100% sure_')}`)).toEqual([odd]);
    expect(await find(`q=${odd.slice(0, 36)}`)).toEqual([odd]);
    expect(await find('harness=codex')).toEqual([]);
    await until(house, odd, sealed);
    expect(await find('state=completed&harness=echo')).toContain(odd);
    expect(await find('state=queued&q=100%25')).toEqual([]);
  });
});

describe('what there is', () => {
  test('harnesses say what they are and whether they are ready', async () => {
    const { items } = await get<Wire<'HarnessList'>>('/harnesses');
    expect(items.map(({ name }) => name).slice(0, 4)).toEqual(['echo', 'chat', 'reference', 'codex']);
    expect(items.find(({ name }) => name === 'echo')?.readiness.ready).toBe(true);
    const codex = items.find(({ name }) => name === 'codex')!;
    expect(codex.readiness.ready).toBe(false);
    expect(codex.readiness.code).not.toBeNull();
  });

  test('tools come with the schema of their arguments', async () => {
    const { items } = await get<Wire<'ToolList'>>('/tools');
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workspace_read', 'workspace_write', 'run_command']),
    );
    for (const { schema } of items) expect(schema).toMatchObject({ type: 'object' });
  });

  test('the process says that it lives, and that its store answers', async () => {
    expect((await fetch(`${house.api.url}/health`)).status).toBe(200);
    expect(await (await fetch(`${house.api.url}/ready`)).json()).toEqual({ status: 'ready', store: 'reachable' });
  });
});
