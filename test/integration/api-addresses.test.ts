/** Addresses and bytes that are wrong before any route sees them: each is answered with a problem all the same. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectDatabase } from '@runseal/spine/postgres';
import { LETTER, openHouse, sealed, show, submit, until, type House } from './api-house.ts';

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
}
const { paths } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../apps/api/openapi.json'), 'utf8'),
) as Document;

/** Every place of an address to be read that a client fills in: [path with the place as `~`, what it is called]. */
const places = Object.entries(paths).flatMap(([path, { get }]) => {
  if (get === undefined) return [];
  const filled = path.replaceAll(/\{\w+\}/g, '1');
  const queries = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const parts = [...path.matchAll(/\{\w+\}/g)].map(({ 0: part }) =>
    path.replace(part, '~').replaceAll(/\{\w+\}/g, '1'),
  );
  return [
    ...parts.map((place) => [place, 'path'] as const),
    ...queries.map(({ name }) => [`${filled}?${name}=~`, name] as const),
  ];
});

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string }[];
}

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function problemAt(path: string, init?: RequestInit): Promise<readonly [number, Problem]> {
  const response = await house.ask(path, init);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return [response.status, (await response.json()) as Problem];
}

/** Sends these bytes and answers all that comes until the server hangs up. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(house.api.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

test.each(places)('the NUL character in %s is refused, and its place named', async (place, name) => {
  const [status, { code, errors }] = await problemAt(place.replace('~', '%00'));
  expect([status, code, errors?.map(({ path }) => path)]).toEqual([400, 'request_invalid', [name]]);
});

test.each(places.filter(([, name]) => name === 'path'))(
  'a part of the path %s that is no UTF-8, or longer than any id',
  async (place) => {
    for (const part of ['%ff', '%zz', '%ED%A0%80']) {
      const [status, { code }] = await problemAt(place.replace('~', part));
      expect([status, code]).toEqual([400, 'request_invalid']);
    }
    // The rest of a path, as tiles have it, is bounded by their own schema.
    const [status, { code }] = await problemAt(place.replace('~', 'x'.repeat(201)));
    expect([400, 414]).toContain(status);
    expect(['address_too_long', 'request_invalid']).toContain(code);
  },
);

/** é as one byte, half of é, a surrogate, a % that encodes nothing. */
const UNREADABLE = ['%e9', 'caf%C3', '%ED%A0%80', '100%', '%zz'];

test.each(places.filter(([, name]) => name !== 'path'))(
  'a text in %s that cannot be read is refused, and its place named: nothing would be found with other words',
  async (place, name) => {
    for (const text of UNREADABLE) {
      const [status, { code, errors }] = await problemAt(place.replace('~', text));
      expect([status, code, errors?.map(({ path }) => path)]).toEqual([400, 'request_invalid', [name]]);
    }
  },
);

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B14:00', '9999-12-31T23:59:59-23:59'])(
  'a time of %s is refused wherever runs are filtered by it',
  async (time) => {
    for (const place of ['runs?since=', 'runs?until=', 'runs/export?since=', 'runs/export?until=']) {
      const [status, { code }] = await problemAt(`/api/v1/${place}${time}`);
      expect([status, code]).toEqual([400, 'request_invalid']);
    }
    expect((await house.ask('/api/v1/runs?since=0001-01-01T00:00:00Z&until=9999-12-31T23:59:59Z')).status).toBe(200);
  },
);

test.each(['/api/v1/runs/', '//api/v1/runs', '/api//v1/runs?limit=1', '/api/v1/runs//'])(
  '%s is nothing, and the answer names what is meant',
  async (path) => {
    const [status, { code, detail }] = await problemAt(path);
    expect([status, code]).toEqual([404, 'route_unknown']);
    expect(detail).toMatch(/ \/api\/v1\/runs\.$/);
  },
);

test('an address that answers GET says so of HEAD too', async () => {
  expect((await house.ask('/api/v1/runs', { method: 'HEAD' })).status).toBe(200);
  expect((await house.ask('/api/v1/runs', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD');
  expect((await house.ask('/api/v1/halt', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
});

test('the head of what a whole run has to be read for is answered without reading it', async () => {
  const worker = await house.worker();
  const run = await submit(house, { objective: LETTER });
  await until(house, run, sealed);
  await worker.stop();
  const head = async (path: string) => house.ask(`/api/v1/${path}`, { method: 'HEAD' });
  const admin = connectDatabase(house.database.adminUrl, { max: 1 });
  await admin.begin(async (tx) => {
    // Whoever reads an event, a content or a leaf waits until this is over.
    await tx`lock table spine.event, spine.content in access exclusive mode`;
    for (const file of ['record', 'leaves', 'contents', 'slice?events=1,2']) {
      const answer = await head(`runs/${run}/${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('content-disposition')).toContain(run);
    }
    const questions = ['verification', 'audit', 'ask?q=tool:workspace_write%20called'].map((of) => `runs/${run}/${of}`);
    for (const question of [...questions, `compare?left=${run}&right=${run}`]) {
      const { status, headers } = await head(question);
      expect([question, status]).toEqual([question, 200]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-length')).toBe(null);
    }
    // What would be refused is refused, and nothing is taken for verified because somebody looked.
    expect((await head('runs/nope/verification')).status).toBe(404);
    expect((await head(`runs/${run}/ask?q=why`)).status).toBe(422);
    expect((await show(house, run)).verification).toBe(null);
  });
  await admin.end();
});

test('the head of an event stream is answered at once, though the run goes on', async () => {
  const run = await submit(house, { objective: 'nobody drives it' });
  const { hostname, port, host } = new URL(house.api.url);
  const socket = connect(Number(port), hostname);
  const head = `/api/v1/runs/${run}/events/stream HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${house.key}\r\n`;
  let answered = '';
  socket.on('data', (chunk: Buffer) => (answered += chunk.toString()));
  // The second request is answered only once the first one is over.
  socket.write(`HEAD ${head}\r\nGET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  await once(socket, 'close');
  expect(answered.match(/^HTTP\/1\.1 200 OK/gm)).toHaveLength(2);
  expect(answered).toContain('text/event-stream');
});

test.each([
  ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'request_invalid'],
  ['a letter that is not percent-encoded', 'GET /?q=é HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'request_invalid', '%C3%A9'],
  ['a header without a colon', 'GET /health HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, 'request_invalid'],
  [
    'headers without end',
    `GET /health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['an address without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'headers_too_large'],
])('%s is answered with a problem', async (_, bytes, status, code, told = '') => {
  const [head, body] = (await answerTo(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('content-type: application/problem+json');
  expect(JSON.parse(body!)).toMatchObject({ status, code, detail: expect.stringContaining(told) as string });
});

/** Routes that take a body, with ids that nobody has. */
const posts = Object.entries(paths).filter(
  ([path, { post }]) => post !== undefined && path !== '/api/v1/goals/dry-run',
);

test.each(posts.map(([path]) => path.replaceAll(/\{\w+\}/g, '1')))(
  'POST %s says in words of a client what is missing',
  async (path) => {
    for (const body of ['{}', undefined, '[]']) {
      const headers = { 'content-type': 'application/json' };
      const response = await house.ask(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
      expect(await response.text()).not.toMatch(/undefined|NaN/);
    }
  },
);

test.each(['limit=x', 'limit=', 'limit=1.5', 'limit=1&limit=2', 'since=2026-01-01', 'q='])(
  'GET /api/v1/runs?%s says in words of a client what is wrong',
  async (query) => {
    const [status, { detail }] = await problemAt(`/api/v1/runs?${query}`);
    expect(status).toBe(400);
    expect(detail).toMatch(/^\w+: must /);
  },
);
