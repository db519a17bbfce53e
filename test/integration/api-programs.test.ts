import { randomUUID } from 'node:crypto';
import { createKey } from '@runseal/api';
import { commitContent, draftOf } from '@runseal/spine';
import { connect, openStore } from '@runseal/spine/postgres';
import { calls, eventsOf, openHouse, show, submit, until, type House } from './api-house.ts';
import { killRest, run, said, type Running } from './api-process.ts';
import { readSse } from './sse-reader.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(async () => {
  killRest();
  await house.close();
});

async function output(program: Running): Promise<string> {
  let text = '';
  program.child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await program.exited;
  return text;
}

const whoAmI = async (key: string): Promise<unknown> =>
  (await fetch(`${house.api.url}/api/v1/session`, { headers: { authorization: `Bearer ${key}` } })).json();

describe('keys from the command line', () => {
  test('a new key is printed once, alone on stdout, and works', async () => {
    const made = await output(
      run('admin-main', { env: house.env }, [
        'create-key',
        '--name',
        'Berta Builder',
        '--workspace',
        'a',
        '--workspace',
        'b',
      ]),
    );
    expect(made).toMatch(/^rsk_[A-Za-z0-9_-]{43}\n$/);
    expect(await whoAmI(made.trim())).toMatchObject({ principal: 'berta-builder', workspaces: ['a', 'b'] });
  });

  test('the first key is made only where there is none', async () => {
    expect(await output(run('admin-main', { env: house.env }, ['ensure-first-key', '--name', 'Late Comer']))).toBe('');
  });

  const admin = async (...args: readonly string[]) => {
    const program = run('admin-main', { env: house.env }, args);
    const text = await output(program);
    return [(await program.exited)[0], text] as const;
  };

  test('a key that leaked is found by its start and revoked: what it opened ends, and another key of the same person goes on', async () => {
    const [leaked, other] = await Promise.all([1, 2].map(() => createKey(house.owner, 'Lea Leaked', ['a'])));
    const login = await fetch(`${house.api.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: leaked!.key }),
    });
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
    const [, listed] = await admin('list-keys');
    expect(listed).toContain(`${leaked!.key.slice(0, 10)}\tlea-leaked\ta\t`);
    expect(listed).not.toContain(leaked!.key);

    const [code, line] = await admin('revoke-key', '--key', leaked!.key.slice(0, 10));
    expect([code, line]).toEqual([0, expect.stringMatching(/^rsk_\S{6}\tlea-leaked\ta\t\S+Z\t\S+\t\S+Z\n$/)]);
    expect(await whoAmI(leaked!.key)).toMatchObject({ code: 'key_invalid' });
    const asked = await fetch(`${house.api.url}/api/v1/session`, { headers: { cookie } });
    expect(await asked.json()).toMatchObject({ code: 'session_expired' });
    expect(await whoAmI(other!.key)).toMatchObject({ principal: 'lea-leaked' });
    // Again is no change: the first moment stands.
    expect(await admin('revoke-key', '--key', leaked!.key)).toEqual([0, line]);
  });

  test('what is no key revokes nothing', async () => {
    expect(await admin('revoke-key', '--key', 'rsk_')).toEqual([1, '']);
    expect(await admin('revoke-key', '--key', '')).toEqual([1, '']);
    expect(await admin('revoke-key', '--key', `rsk_${'a'.repeat(43)}`)).toEqual([1, '']);
    expect(await whoAmI(house.key)).toMatchObject({ principal: 'ana-auditor' });
  });

  test('of two keys that begin alike neither is taken for the other', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => createKey(house.owner, 'Twin')));
    await house.owner`update runseal.api_key set prefix = 'rsk_twin00' where principal = 'twin'`;
    expect(await admin('revoke-key', '--key', 'rsk_twin00')).toEqual([1, '']);
    expect((await admin('revoke-key', '--key', one!.key))[0]).toBe(0);
    expect(await whoAmI(two!.key)).toMatchObject({ principal: 'twin' });
  });

  test.each(['a,b', 'Team A', '', 'x'.repeat(64)])('a key for the workspace "%s" is not made', async (workspace) => {
    expect(await admin('create-key', '--name', 'Nora', '--workspace', workspace)).toEqual([1, '']);
  });

  test.each([
    [[]],
    [['create-key']],
    [['drop-everything', '--name', 'x']],
    [['constructor']],
    [['create-key', '--nmae', 'x']],
    [['create-key', '--name', 'x', '--key', 'x']],
    [['list-keys', '--name', 'x']],
    [['revoke-key']],
    [['revoke-key', 'rsk_abcdef']],
  ])('%j is wrong usage', async (args) => {
    const program = run('admin-main', { env: house.env }, args);
    expect(await program.exited).toEqual([2, null]);
    expect(program.log()).toContain('Usage');
  });

  test('nobody can be called what the record calls a part of this program', async () => {
    const program = run('admin-main', { env: house.env }, ['create-key', '--name', 'Worker']);
    expect(await program.exited).toEqual([1, null]);
  });
});

test('the API as a process ends its streams without an end, and exits with 0 on SIGTERM', async () => {
  const api = run('main', { env: { ...house.env, RUNSEAL_LOG_LEVEL: 'info' } });
  await said(api, 'api ready');
  const { url } = JSON.parse(api.log().trim().split('\n').at(-1)!) as { url: string };
  const id = await submit(house, { objective: calls(['workspace_list', { path: '.' }]) });
  const response = await fetch(`${url}/api/v1/runs/${id}/events/stream`, {
    headers: { authorization: `Bearer ${house.key}` },
  });
  expect(response.status).toBe(200);
  api.child.kill('SIGTERM');
  const events: string[] = [];
  for await (const { event } of readSse(response)) events.push(event);
  expect(events).toEqual([]);
  expect(await api.exited).toEqual([0, null]);
});

describe('a run that ended and could not be sealed', () => {
  test('is sealed later at a word, by the outcome on its record', async () => {
    const id = await submit(house, { objective: 'hello' });
    const sql = connect(house.database.serviceUrl, { max: 2 });
    const writer = await openStore({ sql }).takeOver(id);
    const goal = commitContent(Buffer.from('{}'), 'application/json');
    await writer.append(
      draftOf('goal.submitted', 'human', { principal: 'ana-auditor', goal: goal.ref }, { contents: [goal] }),
      draftOf('outcome.recorded', 'system', { result: 'completed', reason: 'the loop ended', steps: 1, final: null }),
    );
    await sql.end();
    await house.owner`update runseal.goal set state = 'completed', ended_at = now() where run = ${id}`;
    expect(await show(house, id)).toMatchObject({ state: 'completed', sealed: false, seal: null });
    const seals = await Promise.all(
      [0, 1, 2].map(
        async () =>
          (await house.ask(`/api/v1/runs/${id}/seal`, { method: 'POST' })).json() as Promise<{ root?: string }>,
      ),
    );
    const after = await until(house, id, ({ sealed }) => sealed);
    expect(after).toMatchObject({ state: 'completed', sealed: true });
    // Of three at once one seals; the others read its seal, or are told that somebody else is at it.
    for (const { root } of seals) expect([after.seal?.root, undefined]).toContain(root);
    expect(seals.some(({ root }) => root === after.seal?.root)).toBe(true);
    expect((await eventsOf(house, id)).at(-1)?.type).toBe('provenance.mix');
  });

  test('nobody can seal a run that never was', async () => {
    expect((await house.ask(`/api/v1/runs/${randomUUID()}/seal`, { method: 'POST' })).status).toBe(404);
  });
});
