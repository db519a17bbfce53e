/** A database that goes back while a worker drives: what it had acknowledged is missing, and the record says so. */
import type { Report } from '@runseal/spine';
import { Frontier } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { connect, type Sql } from '@runseal/spine/postgres';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, openHouse, sealed, show, submit, until, SHORT_LEASE, type House } from './api-house.ts';
import { decide, fileOf, gated, pendingOf, WRITE } from './approvals-house.ts';
import { get, open, post, text, turnsOf, untilSession } from './sessions-house.ts';

const UNTIL_GO = ['sh', '-c', 'while [ ! -e go ]; do sleep 0.05; done'];
const WAITS = ['run_command', { argv: UNTIL_GO }] as const;
const TRACES = ['run_command', { argv: ['sh', '-c', 'echo ran >> trace'] }] as const;

let house: House;
let admin: Sql;
beforeAll(async () => {
  house = await openHouse(SHORT_LEASE);
  admin = connect(house.database.adminUrl, { max: 1 });
  await house.worker();
});
afterAll(async () => {
  await admin.end();
  await house.close();
});

const at = (run: string, name: string): string => join(house.dataDir, 'runs', run, 'workspace', name);

/** As a standby would have it that had received so many events of the run. */
async function cut(run: string, size: number): Promise<void> {
  const rows = await admin<{ leaf: Buffer; link: Buffer }[]>`
    select leaf, link from spine.event where run = ${run} and seq <= ${size} order by seq`;
  const frontier = new Frontier(undefined, { hasher: nodeHasher });
  for (const { leaf } of rows) frontier.append(leaf);
  await admin.begin(async (tx) => {
    await tx`alter table spine.event disable trigger user`;
    await tx`alter table spine.head disable trigger user`;
    await tx`delete from spine.event where run = ${run} and seq > ${size}`;
    await tx`
      update spine.head set size = ${size}, checked = ${size}, link = ${rows.at(-1)!.link},
        frontier = ${Buffer.concat(frontier.state.nodes)} where run = ${run}`;
    for (const trigger of ['spine.event', 'spine.head']) await tx.unsafe(`alter table ${trigger} enable trigger user`);
  });
}

/** Waits until the record is so long. */
async function grown(run: string, size: number): Promise<void> {
  for (;;) {
    const [head] = await admin<{ size: string }[]>`select size from spine.head where run = ${run}`;
    if (Number(head?.size ?? 0) >= size) return;
    await pause(20);
  }
}

const gapsOf = async (run: string) =>
  (await eventsOf(house, run)).filter(({ type }) => type === 'provenance.gap').map(({ payload }) => payload);

test('a call that waited for people where the record was cut off has an unknown outcome: it may have run', async () => {
  const run = await submit(house, {
    ...gated(),
    objective: calls(WRITE, WAITS),
    grant: ['workspace_write', 'run_command'],
    containmentFloor: 'process',
  });
  const approval = await pendingOf(house, run);
  await decide(house, approval);
  // Opened, submitted, started, asked; decided, begun and ended; the one that waits begun.
  await grown(run, 8);
  await cut(run, 4);
  await writeFile(at(run, 'go'), '');
  expect(await until(house, run, sealed)).toMatchObject({ state: 'failed', errorCode: 'record_lost' });
  expect(await fileOf(house, run)).toBe('approved');
  expect(await gapsOf(run)).toMatchObject([
    {
      surface: 'recorder',
      reason: 'record_lost',
      count: 4,
      detail: expect.stringContaining('from event 5 on') as string,
    },
    { reason: 'outcome_unknown', calls: [1], detail: expect.stringContaining('is not known') as string },
    { surface: 'recorder', reason: 'record_lost', count: 0 },
  ]);
  const types = (await eventsOf(house, run)).map(({ type }) => type);
  expect(types.filter((type) => type === 'approval.decided')).toEqual([]);
  expect((await eventsOf(house, run)).at(-1)).toMatchObject({ type: 'provenance.mix', payload: { lost: 4 } });
  const { verdicts } = await get<Report>(house, `/api/v1/runs/${run}/verification`);
  expect(verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  const answer = await get<{ answer: string }>(house, `/api/v1/runs/${run}/ask?q=tool%3Aworkspace_write%20called`);
  expect(answer).toMatchObject({ answer: 'cannot_say' });
});

test('the turn of a session is not driven on from the shorter record: people say whether it is driven again', async () => {
  const { session } = await open(house, { grant: ['run_command'] });
  const inputs = text(calls(TRACES, WAITS));
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs });
  // Opened, submitted twice, started; two calls begun and one ended.
  await grown(session, 7);
  await cut(session, 4);
  await writeFile(at(session, 'go'), '');
  await untilSession(house, session, ({ execState }) => execState === 'interrupted');
  expect(await turnsOf(house, session)).toMatchObject([{ state: 'interrupted', errorCode: 'record_lost' }]);
  expect(await gapsOf(session)).toMatchObject([{ surface: 'recorder', reason: 'record_lost', count: 3 }]);
  expect(await readFile(at(session, 'trace'), 'utf8')).toBe('ran\n');
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: [] });
  await untilSession(house, session, ({ execState }) => execState === 'completed');
  expect(await readFile(at(session, 'trace'), 'utf8')).toBe('ran\nran\n');
  expect((await gapsOf(session)).slice(1)).toMatchObject([
    {
      surface: 'recorder',
      reason: 'record_lost',
      count: 0,
      detail: expect.stringMatching(/^Events were lost/) as string,
    },
  ]);
  await post(house, `/api/v1/sessions/${session}/close`, { reason: 'done' });
  expect(await show(house, session)).toMatchObject({ sealed: true });
  expect((await eventsOf(house, session)).at(-1)).toMatchObject({ payload: { lost: 3 } });
});

test('a call of which the beginning is left is not done again, and what is said of it is that events were lost', async () => {
  const { session } = await open(house, { grant: ['run_command'] });
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: text(calls(TRACES, WAITS)) });
  await grown(session, 7);
  await cut(session, 5);
  await writeFile(at(session, 'go'), '');
  await untilSession(house, session, ({ execState }) => execState === 'interrupted');
  await post(house, `/api/v1/sessions/${session}/exec`, { inputs: [] });
  await untilSession(house, session, ({ execState }) => execState === 'completed');
  expect(await readFile(at(session, 'trace'), 'utf8')).toBe('ran\n');
  expect(await gapsOf(session)).toMatchObject([
    { reason: 'record_lost', count: 2 },
    {
      reason: 'outcome_unknown',
      calls: [1],
      detail: expect.stringMatching(/^Events were lost after call 1/) as string,
    },
    { reason: 'record_lost', count: 0 },
  ]);
});
