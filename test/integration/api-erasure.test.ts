import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import { commitContent, toHex } from '@runseal/spine';
import { connect } from '@runseal/spine/postgres';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, openHouse, sealed, show, submit, until, type House } from './api-house.ts';

const WHY = { reason: 'asked by the person', legalBasis: 'GDPR 17' };
let house: House;
let second: string;

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  second = (await createKey(house.owner, 'Ben Second')).key;
});
afterAll(() => house.close());

async function finished(objective: string): Promise<string> {
  const run = await submit(house, { objective, grant: ['workspace_write'] });
  await until(house, run, sealed);
  // What is said of its independence changes once it is in the ledger.
  while (!(await house.ask(`/api/v1/runs/${run}/receipt`)).ok) await pause(20);
  return run;
}

interface Posted {
  readonly status: number;
  readonly body: { readonly code?: string; readonly erased?: number; readonly items?: readonly unknown[] };
}

async function post(path: string, body?: object, key = house.key): Promise<Posted> {
  const response = await fetch(`${house.api.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Posted['body'] };
}

const get = async (path: string) => {
  const response = await house.ask(path);
  return { status: response.status, text: await response.text() };
};

/** Kinds of the ledger's entries about a subject, once nothing waits any more. */
async function ledgerOf(subject: string): Promise<string[]> {
  const ledger = async () => JSON.parse((await get('/api/v1/ledger')).text) as Wire<'LedgerView'>;
  while ((await ledger()).lag.pending > 0) await pause(20);
  const page = JSON.parse((await get('/api/v1/ledger/entries?limit=1000')).text) as Wire<'LedgerPage'>;
  return page.items.filter((item) => item.subject === subject).map(({ kind }) => kind);
}

test('Erasing a run takes its content from the database and from every later export, and the record verifies as before', async () => {
  const secret = 'Anna Muster, Hauptstrasse 1';
  const run = await finished(calls(['workspace_write', { path: 'a.txt', content: secret }]));
  const before = JSON.parse((await get(`/api/v1/runs/${run}/verification`)).text) as Wire<'Report'>;
  expect((await get(`/api/v1/runs/${run}/contents`)).text).not.toBe('');
  const done = await post(`/api/v1/runs/${run}/erasures`, { scope: 'run', ...WHY });
  expect(done.status).toBe(200);
  expect(done.body.erased).toBeGreaterThan(0);
  expect((await get(`/api/v1/runs/${run}/contents`)).text).toBe('');
  expect(JSON.stringify(await show(house, run))).not.toContain('Muster');
  expect((await show(house, run)).objective).toBe('(erased)');
  const admin = connect(house.database.adminUrl, { max: 1 });
  const [left] = await admin<{ found: boolean }[]>`
    select exists (select from spine.content c where c.run = ${run} and position('Muster'::bytea in c.bytes) > 0)
      or exists (select from runseal.goal g where g.run = ${run} and position('Muster'::bytea in g.goal) > 0) as found`;
  await admin.end();
  expect(left!.found).toBe(false);
  const after = JSON.parse((await get(`/api/v1/runs/${run}/verification`)).text) as Wire<'Report'>;
  const verdictsOf = ({ verdicts }: Wire<'Report'>) => verdicts.map(({ name, state, code }) => [name, state, code]);
  expect(verdictsOf(after)).toEqual(verdictsOf(before));
  const list = JSON.parse((await get(`/api/v1/runs/${run}/erasures`)).text) as Wire<'ErasureList'>;
  expect(list.items).toHaveLength(done.body.erased!);
  const gone = await get(`/api/v1/runs/${run}/content/${list.items[0]!.commitment}`);
  expect([gone.status, gone.text]).toEqual([410, expect.stringContaining('ana-auditor')]);
  expect(gone.text).toContain('GDPR 17');
  expect(await ledgerOf(run)).toEqual(['run.opened', 'run.sealed', 'content.erased']);
});

test('Nothing that is left of an erased goal confirms what it was: the ledger has its salted commitment only', async () => {
  const run = await finished('a goal that can be guessed');
  const stored = async () => {
    const [row] = await house.owner<{ goal: Buffer; goal_hash: Buffer; goal_salt: Buffer | null }[]>`
      select goal, goal_hash, goal_salt from runseal.goal where run = ${run}`;
    return row!;
  };
  const { goal, goal_salt } = await stored();
  const digest = createHash('sha256').update(goal).digest('hex');
  const page = JSON.parse((await get('/api/v1/ledger/entries?limit=1000')).text) as Wire<'LedgerPage'>;
  const opening = page.items.find(({ kind, subject }) => kind === 'run.opened' && subject === run)!;
  const commitment = toHex(commitContent(goal, 'application/json', new Uint8Array(goal_salt!)).ref.commitment);
  expect(opening.fields).toMatchObject({ goal_commitment: { $hex: commitment } });
  expect((await eventsOf(house, run))[0]!.payload['goal_commitment']).toEqual({ $hex: commitment });
  await post(`/api/v1/runs/${run}/erasures`, { scope: 'run', ...WHY });
  const left = await stored();
  expect([left.goal_salt, left.goal_hash.toString('hex') === digest]).toEqual([null, false]);
  const ledger = await house.owner<{ entry: Buffer }[]>`select entry from spine.ledger_entry where subject = ${run}`;
  expect(ledger.map(({ entry }) => entry.toString('hex')).join()).not.toContain(digest);
});

test('Content is erased by event and by the person it is about, and nothing else goes with it', async () => {
  const run = await finished(
    calls(
      ['workspace_write', { path: 'a.txt', content: 'one' }],
      ['workspace_write', { path: 'b.txt', content: 'two' }],
    ),
  );
  const starts = (await eventsOf(house, run)).filter(({ type }) => type === 'dispatch.start').map(({ seq }) => seq);
  expect(starts).toHaveLength(2);
  const tagged = await post(`/api/v1/runs/${run}/subjects`, { subject: 'customer-7', seqs: [starts[1]] });
  expect(tagged.body).toEqual({ run, tagged: 1 });
  const byEvent = await post(`/api/v1/runs/${run}/erasures`, { scope: 'events', seqs: [starts[0]], ...WHY });
  expect(byEvent.body).toEqual({ run, erased: 1 });
  const byPerson = await post(`/api/v1/runs/${run}/erasures`, { scope: 'subject', subject: 'customer-7', ...WHY });
  expect(byPerson.body).toEqual({ run, erased: 1 });
  const again = await post(`/api/v1/runs/${run}/erasures`, { scope: 'subject', subject: 'customer-7', ...WHY });
  expect(again.body).toEqual({ run, erased: 0 });
  expect((await show(house, run)).objective).toContain('Do what is spelled out');
});

test('A legal hold blocks erasing and pruning until it is lifted', async () => {
  const run = await finished('to be held');
  expect((await post(`/api/v1/runs/${run}/hold`, { reason: 'a lawsuit' })).status).toBe(200);
  for (const [path, body] of [
    ['erasures', { scope: 'run', ...WHY }],
    ['prune', WHY],
    ['hold', { reason: 'again' }],
  ] as const)
    expect(await post(`/api/v1/runs/${run}/${path}`, body)).toMatchObject({ status: 409, body: { code: 'run_held' } });
  expect((await post(`/api/v1/runs/${run}/hold/lift`, { reason: 'settled' })).status).toBe(200);
  expect((await post(`/api/v1/runs/${run}/erasures`, { scope: 'run', ...WHY })).status).toBe(200);
  expect(await ledgerOf(run)).toEqual(['run.opened', 'run.sealed', 'hold.placed', 'hold.lifted', 'content.erased']);
});

test('A run is removed by two people, never by one; its seal stays in the ledger and the audit is calm', async () => {
  const run = await finished('to be removed');
  expect(await post(`/api/v1/runs/${run}/prune/confirm`)).toMatchObject({ body: { code: 'prune_not_requested' } });
  expect((await post(`/api/v1/runs/${run}/prune`, WHY)).status).toBe(200);
  expect(await post(`/api/v1/runs/${run}/prune/confirm`)).toMatchObject({
    status: 409,
    body: { code: 'two_people_needed' },
  });
  expect((await get(`/api/v1/runs/${run}/record`)).status).toBe(200);
  expect(await post(`/api/v1/runs/${run}/prune/confirm`, undefined, second)).toMatchObject({
    status: 200,
    body: { requestedBy: 'ana-auditor', confirmedBy: 'ben-second' },
  });
  expect((await get(`/api/v1/runs/${run}/record`)).status).toBe(410);
  expect((await show(house, run)).objective).toBe('(erased)');
  expect((await get(`/api/v1/runs/${run}/receipt`)).status).toBe(200);
  expect(JSON.parse((await get(`/api/v1/runs/${run}/audit`)).text)).toMatchObject({ pruned: true, found: 0 });
  expect(await ledgerOf(run)).toEqual(['run.opened', 'run.sealed', 'run.pruned']);
});

test('Two keys of one person are one person, and a hold placed after the request stops the removal', async () => {
  const run = await finished('to be kept after all');
  const { key: other, principal } = await createKey(house.owner, 'ANA auditor');
  expect([principal, other === house.key]).toEqual(['ana-auditor', false]);
  expect((await post(`/api/v1/runs/${run}/prune`, WHY)).status).toBe(200);
  const alone = await post(`/api/v1/runs/${run}/prune/confirm`, undefined, other);
  expect(alone).toMatchObject({ status: 409, body: { code: 'two_people_needed' } });
  expect((await post(`/api/v1/runs/${run}/hold`, { reason: 'a lawsuit' })).status).toBe(200);
  const held = await post(`/api/v1/runs/${run}/prune/confirm`, undefined, second);
  expect(held).toMatchObject({ status: 409, body: { code: 'run_held' } });
  expect((await get(`/api/v1/runs/${run}/record`)).status).toBe(200);
  expect((await post(`/api/v1/runs/${run}/hold/lift`, { reason: 'settled' })).status).toBe(200);
  expect((await post(`/api/v1/runs/${run}/prune/confirm`, undefined, second)).status).toBe(200);
  expect(await ledgerOf(run)).toEqual(['run.opened', 'run.sealed', 'hold.placed', 'hold.lifted', 'run.pruned']);
});

test('Who may see only some workspaces decides nothing about what is kept', async () => {
  const run = await finished('of the default workspace');
  const { key } = await createKey(house.owner, 'Tenant Only', ['default']);
  for (const [path, body] of [
    [`runs/${run}/erasures`, { scope: 'run', ...WHY }],
    [`runs/${run}/hold`, { reason: 'x' }],
    [`runs/${run}/prune`, WHY],
    [`retention`, { workspace: 'default', days: 1, reason: 'x' }],
  ] as const)
    expect(await post(`/api/v1/${path}`, body, key)).toMatchObject({ status: 403, body: { code: 'admin_required' } });
});

test('A retention policy stands in the list and in the ledger', async () => {
  const set = await post('/api/v1/retention', {
    workspace: 'kept-short',
    days: 30,
    reason: 'policy 7',
  });
  expect(set.body.items).toMatchObject([{ workspace: 'kept-short', days: 30, setBy: 'ana-auditor' }]);
  expect(await ledgerOf('kept-short')).toEqual(['retention.set']);
});

test('A run answers questions, and says when it cannot', async () => {
  const run = await finished(calls(['workspace_write', { path: 'src//a.txt', content: 'a "quoted" word' }]));
  const ask = async (q: string) => {
    const { status, text } = await get(`/api/v1/runs/${run}/ask?q=${encodeURIComponent(q)}`);
    return { status, ...(JSON.parse(text) as { answer?: string; code?: string; events?: number[] }) };
  };
  expect(await ask('tool:workspace_write called')).toMatchObject({ answer: 'yes' });
  expect(await ask('tool:workspace_write called with a.txt')).toMatchObject({ answer: 'yes' });
  expect(await ask('tool:workspace_write called with "quoted"')).toMatchObject({ answer: 'yes' });
  expect(await ask('path:src/a.txt touched')).toMatchObject({ answer: 'yes' });
  expect(await ask('path:b.txt touched')).toMatchObject({ answer: 'no_within_observed' });
  expect(await ask('host:evil.example reached')).toMatchObject({ answer: 'no_within_observed' });
  expect(await ask('finished by itself')).toMatchObject({ answer: 'yes' });
  expect(await ask('tool:web_fetch called?')).toMatchObject({ answer: 'no_within_observed' });
  expect(await ask('is it good')).toMatchObject({ status: 422, code: 'claim_unreadable' });
  expect(await ask('host:evil.example:443 reached')).toMatchObject({ status: 422, code: 'claim_unreadable' });
  expect(JSON.parse((await get(`/api/v1/runs/${run}/audit`)).text)).toMatchObject({
    pruned: false,
    found: 0,
    findings: [],
  });
  await post(`/api/v1/runs/${run}/erasures`, { scope: 'run', ...WHY });
  expect(await ask('tool:workspace_write called with other')).toMatchObject({
    answer: 'cannot_say',
    blindSpots: [{ surface: 'arguments' }],
  });
});
