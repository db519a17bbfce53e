import { createKey } from '@runseal/api';
import { openHouse, show, submit, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ RUNSEAL_MAX_QUEUED: '50', PATH: process.env['PATH'] ?? '' });
});
afterAll(() => house.close());

const GOAL = { objective: 'say hello', harness: 'echo', containmentFloor: 'process' };

interface Answer {
  status: number;
  body: { run: string; replayed: boolean; code: string; detail: string; errors?: { path: string }[] };
}

async function post(goal: unknown, key?: string, bearer = house.key): Promise<Answer> {
  const response = await fetch(`${house.api.url}/api/v1/goals`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(goal),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

describe('idempotency', () => {
  test('the same key and goal is the same run, whatever the order of the fields', async () => {
    const first = await post(GOAL, 'same');
    const again = await post(
      { containmentFloor: 'process', harness: 'echo', files: [], objective: 'say hello' },
      'same',
    );
    expect([first.status, first.body.replayed]).toEqual([201, false]);
    expect([again.status, again.body.replayed, again.body.run]).toEqual([200, true, first.body.run]);
  });

  test('the same key with another goal is a conflict, and nothing is written', async () => {
    await post(GOAL, 'conflict');
    const other = await post({ ...GOAL, objective: 'say goodbye' }, 'conflict');
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
  });

  test('twenty submissions at once under one key are one run', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(GOAL, 'race')));
    expect(new Set(answers.map(({ body }) => body.run)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });

  test('another principal may use the same key for its own run', async () => {
    const { key } = await createKey(house.owner, 'Somebody Else');
    const mine = await post(GOAL, 'shared');
    const theirs = await post(GOAL, 'shared', key);
    expect(theirs.status).toBe(201);
    expect(theirs.body.run).not.toBe(mine.body.run);
  });

  test('without a key every submission is a run of its own', async () => {
    expect((await post(GOAL)).body.run).not.toBe((await post(GOAL)).body.run);
  });

  test.each(['has space', 'ümlaut', 'x'.repeat(201)])('the key %s is refused', async (key) => {
    const answer = await post(GOAL, encodeURI(key) === key ? key : 'has space').catch(() => null);
    expect([answer?.status, answer?.body.code]).toEqual([400, 'idempotency_key_invalid']);
  });
});

describe('what cannot be run is refused while somebody reads why', () => {
  test.each([
    [{ harness: 'nobody' }, 422, 'harness_unknown', 'harness'],
    [{ harness: 'chat', model: 'm' }, 422, undefined, 'harness'],
    [{ harness: 'codex', model: 'm' }, 422, undefined, 'harness'],
    [{ harness: 'codex' }, 422, 'model_required', 'model'],
    [{ profile: 'strict' }, 422, 'profile_unknown', 'profile'],
    [{ grant: ['launch_missiles'] }, 422, 'action_unknown', 'grant'],
    [{ grant: ['run_command'], containmentFloor: 'microvm' }, 422, 'containment_unavailable', 'containmentFloor'],
    [{ objective: '' }, 400, 'request_invalid', 'objective'],
    [{ objective: '   ' }, 400, 'request_invalid', 'objective'],
    [{ objective: 'x'.repeat(32_769) }, 400, 'request_invalid', 'objective'],
    [{ surprise: true }, 400, 'request_invalid', 'surprise'],
    [{ limits: { maxSteps: 0 } }, 400, 'request_invalid', 'limits.maxSteps'],
    [{ limits: { maxSteps: 1.5 } }, 400, 'request_invalid', 'limits.maxSteps'],
    [{ workspace: '../other' }, 400, 'request_invalid', 'workspace'],
    [{ model: 'a\0b' }, 400, 'request_invalid', 'model'],
    [{ verify: { command: ['a\0b'] } }, 400, 'request_invalid', 'verify.command.0'],
    [{ files: [{ path: '../up', content: '' }] }, 400, 'request_invalid', 'files.0.path'],
    [{ files: [{ path: '/etc/passwd', content: '' }] }, 400, 'request_invalid', 'files.0.path'],
    [{ files: [{ path: 'a//b', content: '' }] }, 400, 'request_invalid', 'files.0.path'],
    [{ files: [{ path: 'a\\b', content: '' }] }, 400, 'request_invalid', 'files.0.path'],
    [
      {
        files: [
          { path: 'a', content: '' },
          { path: 'a', content: '' },
        ],
      },
      400,
      'request_invalid',
      'files',
    ],
    [
      {
        files: [
          { path: 'a', content: '' },
          { path: 'a/b', content: '' },
        ],
      },
      400,
      'request_invalid',
      'files',
    ],
    [{ files: [{ path: 'a', content: '%%%', encoding: 'base64' }] }, 400, 'request_invalid', 'files.0.content'],
  ])('%j is %i %s at %j', async (more, status, code, path) => {
    const answer = await post({ ...GOAL, ...more });
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.body.code).toBe(code);
    expect(answer.body.errors?.[0]?.path).toBe(path);
  });

  test('an unknown harness is told what there is', async () => {
    expect((await post({ ...GOAL, harness: 'nobody' })).body.detail).toMatch(/echo.*reference/);
  });

  test('a refused goal leaves nothing behind', async () => {
    const count = async () => (await house.owner`select count(*)::int as n from runseal.goal`)[0]!['n'] as number;
    const heads = async () => (await house.owner`select count(*)::int as n from spine.head`)[0]!['n'] as number;
    const before = [await count(), await heads()];
    await post({ ...GOAL, harness: 'nobody' });
    await post({ ...GOAL, objective: 'say goodbye' }, 'conflict');
    expect([await count(), await heads()]).toEqual(before);
  });
});

test('a principal of one workspace neither uses nor sees another', async () => {
  const { key } = await createKey(house.owner, 'Tenant A', ['tenant-a']);
  expect((await post(GOAL, undefined, key)).body.code).toBe('workspace_denied');
  const own = await post({ ...GOAL, workspace: 'tenant-a' }, undefined, key);
  expect(own.status).toBe(201);
  const others = await post({ ...GOAL, workspace: 'tenant-b' });
  const ask = (path: string) =>
    fetch(`${house.api.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask(`/runs/${others.body.run}`)).status).toBe(404);
  expect((await ask(`/runs/${others.body.run}/events/stream`)).status).toBe(404);
  const page = (await (await ask('/runs?limit=200')).json()) as { items: { workspace: string }[] };
  expect(new Set(page.items.map(({ workspace }) => workspace))).toEqual(new Set(['tenant-a']));
});

test('a goal with every kind of character comes back as it was sent', async () => {
  const objective = 'tab\there DEL\u007f emoji 👩‍👩‍👧 rtl \u202e end \u2028 done';
  const run = await submit(house, { objective });
  expect((await show(house, run)).objectiveText).toBe(objective);
});

test('a queue has an end', async () => {
  const answers: Answer[] = [];
  for (let n = 0; n < 51; n++) answers.push(await post({ ...GOAL, workspace: 'crowded' }));
  expect(answers.slice(0, 50).every(({ status }) => status === 201)).toBe(true);
  expect([answers[50]!.status, answers[50]!.body.code]).toEqual([429, 'queue_full']);
});
