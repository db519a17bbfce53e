import { createKey } from '@runseal/api';
import type { Report } from '@runseal/spine';
import { decodeLedgerEntry, fromBase64 } from '@runseal/spine/ledger';
import type { Wire } from '@runseal/api/client';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';
import { ended, ROOT, runseal } from './cli-process.ts';

let house: House;
let folder: string;
let run: string;
let keyId: string;
const get = async <T>(path: string): Promise<T> => (await (await house.ask(path)).json()) as T;
const mark = (...args: readonly string[]) =>
  ended(process.execPath, [join(ROOT, 'apps', 'api', 'dist', 'mark-key-main.js'), ...args], house.env);
const cli = (...args: readonly string[]) =>
  runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key, RUNSEAL_PINS: join(folder, 'pins.json') });

beforeAll(async () => {
  house = await openHouse();
  folder = await mkdtemp(join(tmpdir(), 'runseal-keys-'));
  await house.worker();
  run = await submit(house, { objective: 'sealed with a key' });
  keyId = (await until(house, run, sealed)).seal!.keyId;
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

async function keyEntries() {
  for (;;) {
    const { lag } = await get<Wire<'LedgerView'>>('/api/v1/ledger');
    if (lag.pending === 0) break;
    await pause(20);
  }
  const { items } = await get<Wire<'LedgerPage'>>('/api/v1/ledger/entries?limit=1000');
  return items
    .filter(({ kind }) => kind.startsWith('key.'))
    .map(({ kind, subject, entry }) => ({ kind, subject, reason: decodeLedgerEntry(fromBase64(entry, ''))['reason'] }));
}

test('the key that seals is in the ledger once, however often processes start with it', async () => {
  await house.worker();
  expect((await keyEntries()).map(({ kind, subject }) => [kind, subject])).toEqual([['key.added', keyId]]);
  const [key] = (await get<Wire<'KeyList'>>('/api/v1/keys')).items;
  expect(key).toMatchObject({ keyId, retiredAt: null, compromisedAt: null });
});

test('a key is marked by an administrator, with a reason and never from a time to come', async () => {
  const path = `/api/v1/keys/${encodeURIComponent(keyId)}/mark`;
  const ask = async (body: object, key = house.key) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(house.api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  const { key } = await createKey(house.owner, 'Tess of one tenant', ['team-a']);
  const retired = { as: 'retired', reason: 'replaced' };
  expect(await ask(retired, key)).toEqual([403, 'admin_required']);
  expect(await ask({ as: 'retired' })).toEqual([400, 'request_invalid']);
  expect(await ask({ ...retired, as: 'lost' })).toEqual([400, 'request_invalid']);
  expect(await ask({ ...retired, since: '2999-01-01T00:00:00Z' })).toEqual([422, 'since_invalid']);
  const [{ validFrom }] = (await get<Wire<'KeyList'>>('/api/v1/keys')).items as [Wire<'KeyView'>];
  const before = new Date(Date.parse(validFrom) - 1).toISOString();
  expect(await ask({ ...retired, since: before })).toEqual([422, 'since_invalid']);
  for (const since of ['0000-01-01T00:00:00Z', '1600-01-01T00:00:00Z', '1969-12-31T23:59:59Z'])
    expect(await ask({ ...retired, since })).toEqual([400, 'request_invalid']);
  expect(await keyEntries()).toHaveLength(1);
  expect(await cli('keys', 'mark', 'ed25519:x', '--as', 'retired', '--reason', 'r')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('key_unknown') as unknown,
  });
});

test('a retired key goes on verifying what it sealed; said again, the first word stands', async () => {
  for (const reason of ['replaced', 'said again']) {
    const marked = await cli('keys', 'mark', keyId, '--as', 'retired', '--reason', reason);
    expect([marked.code, marked.stderr]).toEqual([0, '']);
  }
  const entries = (await keyEntries()).filter(({ kind }) => kind === 'key.retired');
  expect(entries).toEqual([{ kind: 'key.retired', subject: keyId, reason: 'replaced' }]);
  expect((await get<Report>(`/api/v1/runs/${run}/verification`)).verdicts[0]).toMatchObject({ state: 'pass' });
});

test('a compromised key is marked for ever, and what it sealed is not taken on its word any more', async () => {
  expect((await cli('export', run, '--out', folder)).code).toBe(0);
  // From the command line, then earlier still by the owner of the database: the earliest moment counts.
  const [said, since] = ['laptop lost', '2026-02-03T04:05:06Z'];
  const first = await cli('keys', 'mark', keyId, '--as', 'compromised', '--reason', said, '--since', since);
  expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('COMPROMISED 2026-02-03T04:05:06.000Z')]);
  const words = ['--key', keyId, '--as', 'compromised', '--by', 'ops', '--since', '2026-01-02T03:04:05Z'];
  const marked = await mark(...words, '--reason', 'it was in a backup');
  expect([marked.code, marked.stderr]).toEqual([0, '']);
  expect(await keyEntries()).toContainEqual({ kind: 'key.compromised', subject: keyId, reason: 'laptop lost' });
  const [key] = (await get<Wire<'KeyList'>>('/api/v1/keys')).items;
  expect(key!.compromisedAt).toBe('2026-01-02T03:04:05.000Z');
  const report = await get<Report>(`/api/v1/runs/${run}/verification`);
  expect(report.verdicts[0]).toMatchObject({ state: 'fail', code: 'runseal.key_compromised' });

  // The mark travels with the keys of an export.
  expect((await cli('export', run, '--out', folder)).code).toBe(0);
  expect(await readFile(join(folder, 'keys.json'), 'utf8')).toContain('"compromisedAt": "2026-01-02T03:04:05.000Z"');
  const verified = await cli('verify', join(folder, `${run}.provetrail`), '--keys', join(folder, 'keys.json'));
  expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('runseal.key_compromised')]);
  expect((await cli('export', run, '--package', '--out', join(folder, 'bag'))).code).toBe(1);
  const data = join(folder, 'bag', 'data');
  const packed = await cli('verify', join(data, `${run}.provetrail`), '--keys', join(data, 'keys.json'));
  expect([packed.code, packed.stdout]).toEqual([1, expect.stringContaining('runseal.key_compromised')]);
});

test('a key that never sealed here cannot be marked, and wrong words are wrong usage', async () => {
  const unknown = await mark('--key', 'ed25519:x', '--as', 'retired', '--by', 'ops', '--reason', 'r');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('key_unknown')]);
  // What is said on the server stands for ever as well.
  for (const since of ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
    const wrong = await mark('--key', keyId, '--as', 'retired', '--by', 'ops', '--reason', 'r', '--since', since);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('since_invalid')]);
  }
  expect((await mark('--key', keyId, '--as', 'lost', '--by', 'ops', '--reason', 'r')).code).toBe(2);
});

test('the service itself cannot mark a key', async () => {
  const { connect } = await import('@runseal/spine/postgres');
  const service = connect(house.database.serviceUrl, { max: 1 });
  try {
    await expect(service`select spine.decide_key('k', 'key.retired', now(), 'x', 'y')`).rejects.toMatchObject({
      code: '42501',
    });
  } finally {
    await service.end();
  }
});
