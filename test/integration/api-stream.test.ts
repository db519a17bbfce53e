import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configOf, createApi } from '@runseal/api';
import { calls, eventsOf, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { readSse, type SseFrame } from './sse-reader.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ RUNSEAL_HEARTBEAT_MS: '50', RUNSEAL_MAX_STREAMS: '16' });
  await house.worker();
});
afterAll(() => house.close());

/** Fourteen calls, and a wait for a file `go` in the middle. */
const writes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ['workspace_write', { path: `f${from + n}.txt`, content: 'x' }] as const);
const LONG = calls(
  ...writes(0, 7),
  ['run_command', { argv: ['sh', '-c', 'while [ ! -e go ]; do sleep 0.02; done'] }],
  ...writes(7, 14),
);
const GRANT = ['workspace_write', 'run_command'];
const go = (run: string) => writeFile(join(house.dataDir, 'runs', run, 'workspace', 'go'), '');

const stream = (run: string, init: RequestInit = {}, query = '') =>
  house.ask(`/api/v1/runs/${run}/events/stream${query}`, init);
const seqs = (frames: readonly SseFrame[]) =>
  frames.filter(({ event }) => event === 'message').map(({ id }) => Number(id));
const upTo = (size: number) => Array.from({ length: size }, (_, n) => n + 1);

async function collect(response: Response): Promise<SseFrame[]> {
  const frames: SseFrame[] = [];
  for await (const frame of readSse(response)) frames.push(frame);
  return frames;
}

test('a sealed run streams every event once, then its end, then closes', async () => {
  const run = await submit(house, { objective: calls(...writes(0, 3)) });
  const { events } = await until(house, run, sealed);
  const frames = await collect(await stream(run));
  expect(seqs(frames)).toEqual(upTo(events));
  expect(frames.at(-1)).toMatchObject({ event: 'end' });
  expect(JSON.parse(frames.at(-1)!.data)).toEqual({ run, size: events, sealed: true });
  expect(frames.slice(0, -1).map(({ data }) => JSON.parse(data) as unknown)).toEqual(await eventsOf(house, run));
});

test('a stream that begins before the run does misses nothing', async () => {
  const idle = await openHouse({ RUNSEAL_HEARTBEAT_MS: '50' });
  try {
    const run = await submit(idle, { objective: calls(...writes(0, 5)) });
    const reading = collect(await idle.ask(`/api/v1/runs/${run}/events/stream`));
    await idle.worker();
    const frames = await reading;
    const { events } = await until(idle, run, sealed);
    expect(seqs(frames)).toEqual(upTo(events));
  } finally {
    await idle.close();
  }
});

test('a client that breaks off again and again, by header or by query, gets each event exactly once', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  const frames: SseFrame[] = [];
  let last = '';
  for (let turn = 0; frames.at(-1)?.event !== 'end'; turn++) {
    const stop = new AbortController();
    const response =
      turn % 2 === 0
        ? await stream(run, { signal: stop.signal, headers: last === '' ? {} : { 'last-event-id': last } })
        : await stream(run, { signal: stop.signal }, `?after=${last}`);
    let taken = 0;
    for await (const frame of readSse(response)) {
      frames.push(frame);
      last = frame.id;
      // Half way the run waits for us: let it go on, so that some events are read live and some afterwards.
      if (frames.length === 12) await go(run);
      if (++taken === 3) break;
    }
    stop.abort();
  }
  const { events } = await until(house, run, sealed);
  expect(seqs(frames)).toEqual(upTo(events));
  expect(frames.filter(({ event }) => event === 'end')).toHaveLength(1);
});

test('a client goes on where it stopped when the server was restarted in between', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  const before: SseFrame[] = [];
  const config = configOf({ ...house.env });
  const first = await createApi(config);
  const response = await fetch(`${first.url}/api/v1/runs/${run}/events/stream`, {
    headers: { authorization: `Bearer ${house.key}` },
  });
  const reading = (async () => {
    for await (const frame of readSse(response)) before.push(frame);
  })().catch(() => undefined);
  await until(house, run, ({ events }) => events >= 18);
  await first.close();
  await reading;
  expect(before.some(({ event }) => event === 'end')).toBe(false);

  const second = await createApi(config);
  try {
    await go(run);
    const after = await collect(
      await fetch(`${second.url}/api/v1/runs/${run}/events/stream`, {
        headers: { authorization: `Bearer ${house.key}`, 'last-event-id': before.at(-1)?.id ?? '0' },
      }),
    );
    const { events } = await until(house, run, sealed);
    expect(seqs([...before, ...after])).toEqual(upTo(events));
    expect(after.at(-1)?.event).toBe('end');
  } finally {
    await second.close();
  }
});

test('an idle stream is kept alive with comments', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  const comments = { count: 0 };
  const response = await stream(run);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toContain('no-cache');
  const reading = (async () => {
    for await (const frame of readSse(response, comments)) if (frame.event === 'end') break;
  })();
  while (comments.count < 3) await pause(10);
  await go(run);
  await reading;
});

test('a client that does not read does not hold up others', async () => {
  const run = await submit(house, { objective: calls(...writes(0, 60)), limits: { maxSteps: 100 } });
  const { events } = await until(house, run, sealed);
  const lazy = request(`${house.api.url}/api/v1/runs/${run}/events/stream`, {
    headers: { authorization: `Bearer ${house.key}` },
  });
  const paused = new Promise<void>((resolve) => lazy.on('response', (response) => resolve(void response.pause())));
  lazy.on('error', () => undefined);
  lazy.end();
  await paused;
  expect(seqs(await collect(await stream(run)))).toEqual(upTo(events));
  lazy.destroy();
});

test('clients that are gone before their stream begins take no place', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  await until(house, run, ({ events }) => events >= 18);
  const { port } = new URL(house.api.url);
  const head = `GET /api/v1/runs/${run}/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${house.key}\r\n\r\n`;
  const leave = async (_: unknown, i: number): Promise<void> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(head);
    await pause(i % 16);
    socket.destroy();
  };
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 200 }, leave));
  const controller = new AbortController();
  const { signal } = controller;
  for (let status = 0; status !== 200;) {
    await pause(20);
    ({ status } = await stream(run, { signal }));
  }
  controller.abort();
  await go(run);
  await until(house, run, sealed);
});

test('streams are bounded for one principal, and a place is free again when one closes', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  await until(house, run, ({ events }) => events >= 18);
  const stops = Array.from({ length: 4 }, () => new AbortController());
  for (const { signal } of stops) expect((await stream(run, { signal })).status).toBe(200);
  const refused = await stream(run);
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'too_many_streams']);
  for (const stop of stops) stop.abort();
  let status = 429;
  while (status === 429) {
    const stop = new AbortController();
    ({ status } = await stream(run, { signal: stop.signal }));
    stop.abort();
  }
  expect(status).toBe(200);
  await go(run);
  await until(house, run, sealed);
});

test('an id beyond the events there are is refused: what comes next would be passed over as seen', async () => {
  const run = await submit(house, { objective: LONG, grant: GRANT });
  const refused = async (init: RequestInit, query = ''): Promise<[number, string | undefined]> => {
    const response = await stream(run, init, query);
    const { errors } = (await response.json()) as { errors?: { path: string }[] };
    return [response.status, errors?.[0]?.path];
  };
  const ahead = { headers: { 'last-event-id': '1000' } };
  expect(await refused(ahead)).toEqual([400, 'Last-Event-ID']);
  expect(await refused({}, '?after=1000')).toEqual([400, 'after']);
  await until(house, run, ({ events }) => events >= 18);
  await go(run);
  const { events } = await until(house, run, sealed);
  expect(await refused(ahead)).toEqual([400, 'Last-Event-ID']);
  expect(await refused({}, `?after=${events + 1}`)).toEqual([400, 'after']);
  // Whoever has seen all of them is told the end.
  expect((await collect(await stream(run, {}, `?after=${events}`))).map(({ event }) => event)).toEqual(['end']);
});

test.each(['x', '-1', '1.5', '9'.repeat(30)])('a Last-Event-ID of %s is refused', async (last) => {
  const run = await submit(house, { objective: 'hello' });
  expect((await stream(run, { headers: { 'last-event-id': last } })).status).toBe(400);
});
