import { createKey } from '@runseal/api';
import { openHouse, type House } from './api-house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const login = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${house.api.url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ key }),
  });
const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]!.split(';')[0]!;
const ask = (path: string, cookie: string, init: RequestInit = {}) =>
  fetch(`${house.api.url}/api/v1${path}`, {
    ...init,
    headers: { cookie, ...(init.headers as Record<string, string>) },
  });

test('a key opens a session that the browser keeps from scripts and other sites', async () => {
  const opened = await login(house.key);
  expect(opened.status).toBe(200);
  const [cookie] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Strict/i);
  expect(cookie).not.toMatch(/Secure/i);
  expect((await login(house.key, { 'x-forwarded-proto': 'https' })).headers.getSetCookie()[0]).toMatch(/Secure/i);
  const me = (await (await ask('/session', cookieOf(opened))).json()) as object;
  expect(me).toMatchObject({ principal: 'ana-auditor', name: 'Ana Auditor', via: 'session', workspaces: null });
});

test('a session ends on logout, and its cookie is worth nothing then', async () => {
  const cookie = cookieOf(await login(house.key));
  expect((await ask('/session', cookie, { method: 'DELETE' })).status).toBe(204);
  const after = await ask('/session', cookie);
  expect([after.status, ((await after.json()) as { code: string }).code]).toEqual([401, 'session_expired']);
});

test('a session ends when its key is revoked, and when its time is over', async () => {
  const { key, principal } = await createKey(house.owner, 'Leaver');
  const cookie = cookieOf(await login(key));
  await house.owner`update runseal.api_key set revoked_at = now() where principal = ${principal}`;
  expect((await ask('/session', cookie)).status).toBe(401);
  const other = cookieOf(await login(house.key));
  await house.owner`update runseal.session set expires_at = now() - interval '1 second'`;
  expect((await ask('/session', other)).status).toBe(401);
});

test('a page of another origin cannot act with the session', async () => {
  const cookie = cookieOf(await login(house.key));
  for (const site of ['cross-site', 'same-site']) {
    const forged = await ask('/session', cookie, { method: 'DELETE', headers: { 'sec-fetch-site': site } });
    expect([forged.status, ((await forged.json()) as { code: string }).code]).toEqual([403, 'foreign_origin']);
  }
  expect((await ask('/session', cookie, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
});

test('neither keys nor session tokens are in the database', async () => {
  const token = cookieOf(await login(house.key)).split('=')[1]!;
  const dump =
    JSON.stringify(await house.owner`select * from runseal.api_key`) +
    JSON.stringify(await house.owner`select * from runseal.session`);
  expect(dump).not.toContain(house.key);
  expect(dump).not.toContain(token);
  expect(dump).not.toContain(house.key.slice(12));
});

test('guessing is slowed down, and says for how long', async () => {
  let last = await login('rsk_wrong');
  for (let n = 0; n < 25 && last.status === 401; n++) last = await login('rsk_wrong');
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
});
