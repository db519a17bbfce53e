/** What the API reads of whom, sent by hand: fetch would hide how. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '@runseal/api';
import { openHouse, show, submit, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const LONG = 8 * 1024 * 1024;

/** Sends so many bytes and no more; answers the status and code that come, or null where the server goes on waiting. */
async function begin(path: string, sent: number, headers: Record<string, string>) {
  const asked = request(`${house.api.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  asked.on('error', () => undefined);
  asked.write(Buffer.alloc(sent, ' '));
  const answered = (async () => {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return [response.statusCode, (JSON.parse(Buffer.concat(chunks).toString()) as { code: string }).code];
  })();
  try {
    return await Promise.race([answered, pause(400, null)]);
  } finally {
    asked.destroy();
    await answered.catch(() => undefined);
  }
}

const length = { 'content-length': String(LONG) };
const authorized = () => ({ authorization: `Bearer ${house.key}` });

test.each(['/api/v1/goals', '/api/v1/session', '/api/v1/nothing'])(
  'a long body to %s is read only for who is known, whether or not it says how long it is',
  async (path) => {
    expect(await begin(path, 1000, length)).toEqual([401, 'unauthenticated']);
    expect(await begin(path, 100_000, {})).toEqual([401, 'unauthenticated']);
    const wrong = { authorization: `Bearer rsk_${'a'.repeat(43)}` };
    expect(await begin(path, 100_000, wrong)).toEqual([401, 'key_invalid']);
    expect(await begin(path, 100_000, { ...authorized(), ...length })).toBe(null);
    expect(await begin(path, 100_000, authorized())).toBe(null);
  },
);

test('a short one is read, so that a form can log in, in pieces too', async () => {
  expect(await begin('/api/v1/session', 1000, {})).toBe(null);
  const body = new Blob([JSON.stringify({ key: house.key })]).stream();
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  expect((await fetch(`${house.api.url}/api/v1/session`, init as RequestInit)).status).toBe(200);
});

test('a body of too many values is refused before anything is made of it', async () => {
  const body = `[${'1,'.repeat(300_000)}1]`;
  const answer = await house.ask('/api/v1/goals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'json_too_many_values']);
});

test('the NUL character is refused in every body that may hold a text, at any depth and in names, and each place told', async () => {
  const { paths } = (await (await house.ask('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
  const body = JSON.stringify({
    objective: 'a\0b',
    labels: { team: '\0' },
    inputs: [{ 'x\0': 1 }],
  });
  for (const [path, at] of Object.entries(paths)) {
    if (!('post' in at)) continue;
    const answer = await house.ask(path.replaceAll(/\{\w+\}/g, '1'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { code, detail, errors } = (await answer.json()) as {
      code: string;
      detail: string;
      errors: { path: string }[];
    };
    expect([path, answer.status, code, errors.map((error) => error.path)]).toEqual([
      path,
      400,
      'request_invalid',
      ['objective', 'labels.team', String.raw`inputs.0.x\u0000`],
    ]);
    expect(detail).toBe(String.raw`objective: must not contain the NUL character (\u0000)`);
  }
});

test('what only spells the NUL character is taken as it is', async () => {
  const objective = String.raw`what does \u0000 mean?`;
  const run = await submit(house, { objective });
  expect((await show(house, run)).objectiveText).toBe(objective);
});

test('a packed body is not taken for what it is not', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  expect((await house.ask('/api/v1/goals', { method: 'POST', headers, body: '{}' })).status).toBe(415);
});

test('a new key never opens more than was asked for, because somebody of that name is there', async () => {
  await expect(createKey(house.owner, 'ana AUDITOR', ['team-a'])).rejects.toThrow('may use all workspaces');
  const first = await createKey(house.owner, 'Robot', ['team-a', 'team-b']);
  await expect(createKey(house.owner, 'robot', ['team-a'])).rejects.toThrow(/team-a, team-b/);
  expect((await createKey(house.owner, 'Robot', ['team-b', 'team-a'])).principal).toBe(first.principal);
  const keys = await house.owner`select from runseal.api_key where principal = ${first.principal}`;
  expect(keys.length).toBe(2);
});
