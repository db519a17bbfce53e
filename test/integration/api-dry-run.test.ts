import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { openHouse, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const ask = async (goal: object, key = house.key): Promise<[number, Wire<'GoalPlan'> & { code?: string }]> => {
  const answer = await fetch(`${house.api.url}/api/v1/goals/dry-run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ objective: 'Do it.', harness: 'reference', containmentFloor: 'process', ...goal }),
  });
  return [answer.status, (await answer.json()) as Wire<'GoalPlan'>];
};

test('a plan shows grant, limits, containment and what holds the harness, and leaves nothing behind', async () => {
  const [status, plan] = await ask({
    grant: ['workspace_read', { action: 'workspace_write', paths: ['src/**'] }],
    approvals: { workspace_write: { required: 2 } },
    files: [{ path: 'a', content: 'AAEC', encoding: 'base64' }],
    verify: { command: ['true'] },
  });
  expect(status).toBe(200);
  expect(plan).toMatchObject({
    accepted: true,
    problems: [],
    harness: { name: 'reference', kind: 'external', profile: 'reference', model: null },
    limits: { maxSteps: 32, maxCalls: 200 },
    containment: { floor: 'process', needed: true },
    check: ['true'],
    files: { count: 1, bytes: 3 },
  });
  expect(plan.grant).toEqual([
    { action: 'workspace_read', known: true, readOnly: true, runsPrograms: false, bounds: [], approval: null },
    {
      action: 'workspace_write',
      known: true,
      readOnly: false,
      runsPrograms: false,
      bounds: [{ action: 'workspace_write', paths: ['src/**'] }],
      approval: { required: 2, of: [], never: false, expiresMs: 86_400_000 },
    },
  ]);
  expect(plan.refused).toContain('run_command');
  expect(Object.keys(plan.enforcement).length).toBeGreaterThan(0);
  const [row] = await house.owner<{ goals: number; heads: number }[]>`
    select (select count(*)::int from runseal.goal) as goals, (select count(*)::int from spine.head) as heads`;
  expect(row).toEqual({ goals: 0, heads: 0 });
});

test('everything that stands in the way is told at once, each with the field it is about', async () => {
  const [status, plan] = await ask({
    grant: ['workspace_read', 'fly'],
    pool: 'none-such',
    containmentFloor: 'microvm',
  });
  expect([status, plan.accepted]).toEqual([200, false]);
  expect(plan.problems.map(({ code, path }) => [code, path])).toEqual([
    ['pool_unknown', 'pool'],
    ['action_unknown', 'grant'],
    ['containment_unavailable', 'containmentFloor'],
  ]);
  expect(plan.grant).toContainEqual(expect.objectContaining({ action: 'fly', known: false }));
});

test.each([
  [{ harness: 'nobody' }, 422, 'harness_unknown'],
  [{ profile: 'none' }, 422, 'profile_unknown'],
  [{ objective: '' }, 400, 'request_invalid'],
])('without a harness or a readable goal there is no plan: %j', async (goal, status, code) => {
  const [answered, problem] = await ask(goal);
  expect([answered, problem.code]).toEqual([status, code]);
});

test('nobody plans in a workspace that is not theirs', async () => {
  const { key } = await createKey(house.owner, 'Olga Other', ['other']);
  expect((await ask({}, key))[1].code).toBe('workspace_denied');
});
