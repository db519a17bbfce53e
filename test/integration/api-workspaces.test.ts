import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { calls, openHouse, sealed, show, submit, until, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
});
afterAll(() => house.close());

async function ask(workspace: string, grant?: unknown, key = house.key) {
  const response = await fetch(`${house.api.url}/api/v1/workspaces/${workspace}/grant`, {
    method: grant === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(grant !== undefined && { body: JSON.stringify({ grant }) }),
  });
  return { status: response.status, body: (await response.json()) as Wire<'WorkspaceGrantView'> & { code?: string } };
}
const WRITE = calls(
  ['workspace_write', { path: 'src/a', content: 'x' }],
  ['workspace_write', { path: 'b', content: 'x' }],
);
const SOURCES = [{ action: 'workspace_write', paths: ['src/**'] }];

test('A goal that does not say what it may do has the grant of its workspace, within its bounds', async () => {
  expect((await ask('team-a')).body).toMatchObject({ setBy: null });
  expect((await ask('team-a', SOURCES)).body).toMatchObject({ grant: SOURCES, setBy: 'ana-auditor' });
  const run = await submit(house, { workspace: 'team-a', objective: WRITE });
  expect(await until(house, run, sealed)).toMatchObject({ grant: ['workspace_write'], grantScopes: SOURCES });
  const other = await submit(house, { workspace: 'team-b', objective: 'hello' });
  expect((await show(house, other)).grant).toContain('workspace_patch');
  const own = await submit(house, { workspace: 'team-a', objective: 'hello', grant: ['workspace_read'] });
  expect((await show(house, own)).grant).toEqual(['workspace_read']);
  expect((await ask('team-a', null)).body).toMatchObject({ setBy: null });
});

test('A goal that is sent again is the same goal, whatever its workspace grants meanwhile', async () => {
  const run = await submit(house, { workspace: 'team-c', objective: 'hello' }, 'same');
  await ask('team-c', ['workspace_read']);
  expect(await submit(house, { workspace: 'team-c', objective: 'hello' }, 'same')).toBe(run);
  await expect(submit(house, { workspace: 'team-c', objective: 'hello', grant: [] }, 'same')).rejects.toThrow(
    'idempotency_conflict',
  );
});

test('What no goal could have is refused, and so is who may not use the workspace', async () => {
  expect(await ask('team-a', ['fly'])).toMatchObject({ status: 422, body: { code: 'action_unknown' } });
  expect(await ask('team-a', [{ action: 'run_command', paths: ['src/**'] }])).toMatchObject({
    status: 422,
    body: { code: 'scope_unsupported' },
  });
  const { key } = await createKey(house.owner, 'Fay', ['team-b']);
  expect(await ask('team-a', undefined, key)).toMatchObject({ status: 403, body: { code: 'workspace_denied' } });
  expect(await ask('team-a', [], key)).toMatchObject({ status: 403 });
});
