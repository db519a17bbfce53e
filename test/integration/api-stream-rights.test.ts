import { createKey } from '@runseal/api';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { open, post, text, untilSession } from './sessions-house.ts';
import { readSse, type SseFrame } from './sse-reader.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ RUNSEAL_STREAM_RECHECK_MS: '50' });
  await house.worker();
});
afterAll(() => house.close());

const GATED = {
  objective: calls(['workspace_write', { path: 'a.txt', content: 'x' }]),
  approvals: { workspace_write: {} },
};

/** A run that waits for a person, so that its stream stays open. */
async function waiting(workspace = 'default'): Promise<string> {
  const run = await submit(house, { ...GATED, workspace });
  await until(house, run, ({ awaitingApproval }) => awaitingApproval);
  return run;
}

async function listening(path: string, headers: Record<string, string>) {
  const response = await fetch(`${house.api.url}${path}`, { headers: { accept: 'text/event-stream', ...headers } });
  expect(response.status).toBe(200);
  const frames: SseFrame[] = [];
  const ended = (async () => {
    for await (const frame of readSse(response)) frames.push(frame);
    return frames.at(-1);
  })();
  return { frames, ended };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const streamOf = (run: string) => `/api/v1/runs/${run}/events/stream`;
const problem = (frame: SseFrame | undefined): unknown[] => [
  frame?.event,
  frame === undefined ? null : JSON.parse(frame.data),
];

test('a stream ends when its key is revoked, with the problem a new request gets', async () => {
  const run = await waiting();
  const { key, principal } = await createKey(house.owner, 'Leaver');
  const { ended } = await listening(streamOf(run), bearer(key));
  await house.owner`update runseal.api_key set revoked_at = now() where principal = ${principal}`;
  expect(problem(await ended)).toEqual([
    'problem',
    expect.objectContaining({ status: 401, code: 'key_invalid', instance: streamOf(run) }),
  ]);
  const again = await fetch(`${house.api.url}${streamOf(run)}`, { headers: bearer(key) });
  expect([again.status, await again.json()]).toMatchObject([401, { code: 'key_invalid' }]);
});

test('the stream of a turn ends when the browser session of its reader has expired', async () => {
  const { session } = await open(house, { approvals: GATED.approvals });
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text(GATED.objective) });
  await untilSession(house, session, ({ execState }) => execState === 'awaiting');
  const { key } = await createKey(house.owner, 'Browser');
  const login = await fetch(`${house.api.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!;
  const { ended } = await listening(`/api/v1/sessions/${session}/turns/1/stream`, { cookie });
  await house.owner`update runseal.session set expires_at = now()`;
  expect(problem(await ended)).toEqual(['problem', expect.objectContaining({ code: 'session_expired' })]);
});

test('a stream ends when the workspace of its run is taken from its reader, and only that one', async () => {
  const [mine, other] = [await waiting('mine'), await waiting('other')];
  const { key, principal } = await createKey(house.owner, 'Mover', ['mine', 'other']);
  const lost = await listening(streamOf(mine), bearer(key));
  const kept = await listening(streamOf(other), bearer(key));
  await house.owner`update runseal.principal set workspaces = array['other'] where principal = ${principal}`;
  expect(problem(await lost.ended)).toEqual(['problem', expect.objectContaining({ code: 'run_unknown' })]);
  await post(house, `/api/v1/runs/${other}/halt`, { reason: 'enough' });
  await until(house, other, sealed);
  expect((await kept.ended)?.event).toBe('end');
  expect(kept.frames.map(({ event }) => event)).not.toContain('problem');
});
