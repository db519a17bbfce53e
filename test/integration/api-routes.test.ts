import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createKey } from '@runseal/api';
import { openHouse, submit, type House } from './api-house.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>;
}

const committed = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../apps/api/openapi.json'), 'utf8'),
) as Document;

/** The only routes anybody may use without a key. */
const OPEN = [
  'GET /health',
  'GET /ready',
  'POST /api/v1/session',
  'GET /api/v1/ledger/checkpoint',
  'GET /api/v1/ledger/tile/{level}/{path}',
];

const routes = Object.entries(committed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, security }]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: path
      .replace('{run}', '0198c0de-0000-7000-8000-000000000000')
      .replace('{seq}', '1')
      .replace('{commitment}', 'ab'.repeat(32)),
    operationId,
    secured: (security ?? []).length > 0,
  })),
);

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const post = (path: string, body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  house.ask(path, { method: 'POST', body, headers });
const codeOf = async (response: Response): Promise<string> => ((await response.json()) as { code: string }).code;

describe('every route', () => {
  test('the document names the open routes and no others', () => {
    expect(routes.filter(({ secured }) => !secured).map(({ name }) => name)).toEqual(OPEN);
  });

  test('each operation has a name of its own', () => {
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
  });

  test.each(routes.filter(({ name }) => !OPEN.includes(name)))('$name needs a key', async ({ method, path }) => {
    for (const headers of [
      {},
      { authorization: `Bearer rsk_${'a'.repeat(43)}` },
      { authorization: house.key },
      { cookie: 'runseal_session=rss_x' },
    ]) {
      const response = await fetch(`${house.api.url}${path}`, { method, headers: headers as Record<string, string> });
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('application/problem+json');
      expect(response.headers.get('www-authenticate')).toContain('Bearer');
      expect(['unauthenticated', 'key_invalid', 'session_expired']).toContain(await codeOf(response));
    }
  });

  test('a revoked key opens nothing any more', async () => {
    const { key, principal } = await createKey(house.owner, 'Former Colleague');
    const ask = () => fetch(`${house.api.url}/api/v1/session`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status).toBe(200);
    await house.owner`update runseal.api_key set revoked_at = now() where principal = ${principal}`;
    expect((await ask()).status).toBe(401);
  });

  test('answers carry the headers that keep browsers from rendering, sniffing or keeping them', async () => {
    const { headers } = await house.ask('/api/v1/keys');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('the document served is the one committed', async () => {
    expect(await (await house.ask('/api/v1/openapi.json')).json()).toEqual(committed);
  });
});

describe('bad requests', () => {
  test.each([
    ['{"a":"\\ud800"}', 'json_lone_surrogate'],
    ['{"harness":"echo","harness":"chat","objective":"x"}', 'json_duplicate_key'],
    ['{"limits":{"maxSteps":9007199254740993}}', 'json_number_not_exact'],
    ['{"a":1e400}', 'json_number_not_exact'],
    ['{"__proto__":{"a":1}}', 'json_reserved_key'],
    ['{"a":NaN}', 'json_malformed'],
    ['{"a":1', 'json_malformed'],
    ['\ufeff{}', 'json_malformed'],
    ['[[[['.repeat(64) + ']]]]'.repeat(64), 'json_too_deep'],
    ['null', 'request_invalid'],
    ['[]', 'request_invalid'],
    ['"text"', 'request_invalid'],
    ['', 'request_invalid'],
  ])('a body of %j is refused with %s', async (body, code) => {
    const response = await post('/api/v1/goals', body);
    expect([response.status, await codeOf(response)]).toEqual([400, code]);
  });

  test('bytes that are not UTF-8 are refused', async () => {
    expect(await codeOf(await post('/api/v1/goals', Uint8Array.from([0x22, 0xff, 0x22])))).toBe('json_invalid_utf8');
  });

  test('another media type is 415, too large a body 413', async () => {
    const typed = await post('/api/v1/goals', 'objective=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([typed.status, await codeOf(typed)]).toEqual([415, 'media_type_unsupported']);
    expect(await tooLarge()).toEqual([413, 'body_too_large']);
  });

  test('a body of 101 KB is no problem', async () => {
    const run = await submit(house, {
      objective: 'big file',
      files: [{ path: 'big.txt', content: 'x'.repeat(101_000) }],
    });
    expect(run).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('an unknown address is 404, a known one with another method 405 with what it takes', async () => {
    const unknown = await house.ask('/api/v1/nothing');
    expect([unknown.status, await codeOf(unknown)]).toEqual([404, 'route_unknown']);
    const method = await house.ask('/api/v1/goals', { method: 'PUT' });
    expect([method.status, method.headers.get('allow'), await codeOf(method)]).toEqual([
      405,
      'POST',
      'method_not_allowed',
    ]);
  });

  test.each([
    ['/api/v1/runs?limit=201', 'request_invalid'],
    ['/api/v1/runs?limit=0', 'request_invalid'],
    ['/api/v1/runs?limit=x', 'request_invalid'],
    ['/api/v1/runs?state=asleep', 'request_invalid'],
    ['/api/v1/runs?unknown=1', 'request_invalid'],
    ['/api/v1/runs?q=%00', 'request_invalid'],
    ['/api/v1/runs?cursor=bm9wZQ', 'cursor_invalid'],
    ['/api/v1/runs?cursor=%01', 'cursor_invalid'],
    ['/api/v1/runs/0198c0de-0000-7000-8000-000000000000/events?after=-1', 'request_invalid'],
    ['/api/v1/runs/0198c0de-0000-7000-8000-000000000000/content/zz', 'request_invalid'],
    ['/api/v1/compare?left=a', 'request_invalid'],
  ])('GET %s is 400 %s', async (path, code) => {
    const response = await house.ask(path);
    expect([response.status, await codeOf(response)]).toEqual([400, code]);
  });

  test.each([
    'nope',
    '%01',
    '..%2f..%2fetc%2fpasswd',
    "'%20or%201=1--",
    'x'.repeat(64),
    '0198c0de-0000-7000-8000-000000000000',
  ])('a run called %s is 404', async (name) => {
    const response = await house.ask(`/api/v1/runs/${name}`);
    expect([response.status, await codeOf(response)]).toEqual([404, 'run_unknown']);
  });

  test('no answer leaks a stack or a path', async () => {
    const texts = await Promise.all(
      ['/api/v1/nothing', '/api/v1/runs/%00', '/api/v1/runs?limit=x', '/%zz'].map(async (path) =>
        (await house.ask(path)).text(),
      ),
    );
    for (const text of texts) expect(text).not.toMatch(/node_modules|\.ts:|\.js:|at .*\(/);
  });
});

/** Sent by hand: the server answers and hangs up before the whole body is out, which fetch takes for a failure. */
function tooLarge(): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const asked = request(`${house.api.url}/api/v1/goals`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${house.key}`,
        'content-type': 'application/json',
        'content-length': String(64 * 1024 * 1024),
      },
    });
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve([response.statusCode, (JSON.parse(text) as { code: string }).code]));
    });
    asked.on('error', reject);
    asked.write('{');
  });
}
