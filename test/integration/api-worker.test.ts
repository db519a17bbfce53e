import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Report } from '@runseal/spine';
import { calls, eventsOf, openHouse, sealed, submit, until, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, run, runWorker, said } from './api-process.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse(SHORT_LEASE);
});
afterEach(async () => {
  killRest();
  await house.close();
});

/** Leaves a trace each time it runs, then waits for a file `go`. */
const TRACE = [
  'run_command',
  { argv: ['sh', '-c', 'echo ran >> trace; while [ ! -e go ]; do sleep 0.05; done'] },
] as const;
const GRANT = ['run_command', 'workspace_write'];
const fileOf = (id: string, name: string) => join(house.dataDir, 'runs', id, 'workspace', name);
const traces = async (id: string) =>
  (await readFile(fileOf(id, 'trace'), 'utf8').catch(() => '')).trim().split('\n').filter(Boolean).length;

async function untilTraced(id: string): Promise<void> {
  while ((await traces(id)) === 0) await until(house, id, () => true);
}
async function failedVerdicts(id: string) {
  const report = (await (await house.ask(`/api/v1/runs/${id}/verification`)).json()) as Report;
  return report.verdicts.filter(({ state }) => state === 'fail');
}

describe('a worker that is killed', () => {
  test.each(['echo', 'reference'])(
    'in the middle of a call through %s: another one seals the run, repeats nothing and says what is unknown',
    async (harness) => {
      const first = await runWorker({ env: house.env });
      const id = await submit(house, {
        objective: calls(['workspace_write', { path: 'a', content: 'x' }], TRACE),
        grant: GRANT,
        harness,
      });
      await untilTraced(id);
      const scratch = join(house.dataDir, 'runs', id, 'scratch');
      expect(existsSync(scratch)).toBe(true);
      first.child.kill('SIGKILL');
      await first.exited;
      await house.worker();
      const detail = await until(house, id, sealed);
      // A harness's keys may lie there.
      expect(existsSync(scratch)).toBe(false);
      expect(detail).toMatchObject({ state: 'failed', errorCode: 'worker_lost', sealed: true });
      expect(await traces(id)).toBe(1);

      const events = await eventsOf(house, id);
      const starts = events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['call']);
      const ends = events.filter(({ type }) => type === 'dispatch.end').map(({ payload }) => payload['call']);
      const open = starts.filter((call) => !ends.includes(call));
      expect(open).toHaveLength(1);
      const gaps = events.filter(
        ({ type, payload }) => type === 'provenance.gap' && payload['reason'] === 'outcome_unknown',
      );
      expect(gaps.map(({ payload }) => payload['calls'])).toEqual([open]);
      expect(
        events.some(({ payload }) => payload['reason'] === 'worker_lost' && payload['surface'] === 'recorder'),
      ).toBe(true);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
      expect(await failedVerdicts(id)).toEqual([]);
    },
  );

  test('before anything was recorded: the run is simply driven by the next one', async () => {
    const id = await submit(house, { objective: calls(['workspace_write', { path: 'a', content: 'x' }]) });
    await house.owner`update runseal.goal set state = 'running', lease_owner = 'dead', lease_until = now() - interval '1 second' where run = ${id}`;
    await house.worker();
    expect(await until(house, id, sealed)).toMatchObject({ state: 'completed' });
  });

  test('after the seal, before it said so: the next one reads the outcome from the record', async () => {
    const worker = await house.worker();
    const id = await submit(house, { objective: 'hello' });
    const before = await until(house, id, sealed);
    await worker.stop();
    await house.owner`update runseal.goal set state = 'running', sealed_at = null, vouches = null, lease_owner = 'dead', lease_until = now() - interval '1 second' where run = ${id}`;
    await house.worker();
    const after = await until(house, id, sealed);
    expect([after.state, after.seal, after.vouches]).toEqual([before.state, before.seal, before.vouches]);
  });

  test('with a halt asked for: the run ends halted', async () => {
    const first = await runWorker({ env: { ...house.env, RUNSEAL_LEASE_MS: '2000' } });
    const id = await submit(house, { objective: calls(TRACE), grant: GRANT });
    await untilTraced(id);
    first.child.kill('SIGKILL');
    await first.exited;
    await house.ask(`/api/v1/runs/${id}/halt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reason":"enough"}',
    });
    await house.worker();
    expect(await until(house, id, sealed)).toMatchObject({ state: 'halted', halt: { reason: 'enough' } });
    expect(await failedVerdicts(id)).toEqual([]);
  });
});

describe('a run nobody has claimed', () => {
  test('is visible, has no events, and ends halted and sealed at a word', async () => {
    const id = await submit(house, { objective: 'wait for me' });
    expect(await until(house, id, () => true)).toMatchObject({ state: 'queued', events: 0, sealed: false });
    const response = await house.ask(`/api/v1/runs/${id}/halt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"reason":"changed my mind"}',
    });
    expect(await response.json()).toMatchObject({ state: 'halted', sealed: true });
    expect((await eventsOf(house, id)).map(({ type }) => type)).toEqual([
      'run.opened',
      'goal.submitted',
      'run.halted',
      'outcome.recorded',
      'provenance.mix',
    ]);
    expect(await failedVerdicts(id)).toEqual([]);
  });
});

describe('many workers', () => {
  test('share the goals: each runs once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        submit(house, {
          objective: calls(['run_command', { argv: ['sh', '-c', `echo ran >> trace # ${n}`] }]),
          grant: GRANT,
        }),
      ),
    );
    // Each of them lives.
    const worker = () => house.worker({ leaseMs: 15_000 });
    await Promise.all([worker(), worker(), worker()]);
    for (const id of ids) {
      expect(await until(house, id, sealed)).toMatchObject({ state: 'completed' });
      expect(await traces(id)).toBe(1);
    }
  });

  test('a worker that is only slow loses its run to nobody, and a frozen one writes nothing when it wakes', async () => {
    const first = await runWorker({ env: house.env });
    const id = await submit(house, {
      objective: calls(TRACE, ['workspace_write', { path: 'late', content: 'x' }]),
      grant: GRANT,
    });
    await untilTraced(id);
    first.child.kill('SIGSTOP');
    await house.worker();
    const detail = await until(house, id, sealed);
    expect(detail.errorCode).toBe('worker_lost');
    await writeFile(fileOf(id, 'go'), '');
    first.child.kill('SIGCONT');
    await said(first, 'run done');
    expect((await until(house, id, sealed)).events).toBe(detail.events);
    await expect(stat(fileOf(id, 'late'))).rejects.toMatchObject({ code: 'ENOENT' });
    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual([0, null]);
  });
});

test('Sessions that wait for somebody to speak cost those who look for work nothing', async () => {
  const pages = async (): Promise<number> => {
    const rows = await house.owner.unsafe<{ 'QUERY PLAN': string }[]>(
      `explain (analyze, buffers, timing off) select * from runseal.claimable('')`,
    );
    const text = rows.map((row) => row['QUERY PLAN']).join('\n');
    return Number(/shared hit=(\d+)/.exec(text)?.[1]);
  };
  await submit(house, { objective: 'waits' });
  await pages();
  const before = await pages();
  await house.owner`
    insert into runseal.goal (workspace, run, principal, goal, goal_hash, objective, harness, harness_kind, state, session)
    select 'default', gen_random_uuid()::text, 'p', ''::bytea, sha256(''), 'o', 'echo', 'native', 'running', true
    from generate_series(1, 5000)`;
  await house.owner`analyze runseal.goal`;
  await pages();
  expect(await pages()).toBeLessThan(before + 10);
});

describe('stopping', () => {
  test('lets a run that is nearly done end', async () => {
    const worker = await runWorker({ env: house.env });
    const id = await submit(house, { objective: calls(TRACE), grant: GRANT });
    await untilTraced(id);
    worker.child.kill('SIGTERM');
    await writeFile(fileOf(id, 'go'), '');
    expect(await worker.exited).toEqual([0, null]);
    expect(await until(house, id, sealed)).toMatchObject({ state: 'completed' });
  });

  test('halts and seals what does not end', async () => {
    const worker = await house.worker();
    const id = await submit(house, { objective: calls(TRACE), grant: GRANT });
    await untilTraced(id);
    await worker.stop({ drainMs: 50 });
    expect(await until(house, id, sealed)).toMatchObject({ state: 'halted', error: 'the worker was stopped' });
    const halted = (await eventsOf(house, id)).find(({ type }) => type === 'run.halted');
    expect(halted).toMatchObject({ actor: 'system', payload: { by: 'worker' } });
    expect(await failedVerdicts(id)).toEqual([]);
  });
});

describe('what a host can lack', () => {
  test('a port that is in use is one clear sentence and exit 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const api = run('main', { env: { ...house.env, RUNSEAL_PORT: String(port) } });
    expect(await api.exited).toEqual([1, null]);
    expect(api.log()).toMatch(/^The API did not start \(port_in_use\): .*\n$/);
    taken.close();
  });

  test('a database that cannot be reached, or a wrong setting, is one clear sentence and exit 1', async () => {
    const away = run('main', { env: { ...house.env, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' } });
    expect(await away.exited).toEqual([1, null]);
    expect(away.log()).toContain('(store_unavailable)');
    const wrong = run('worker-main', {
      env: { ...house.env, RUNSEAL_PORT: 'http', DATABASE_URL: 'mysql://user:secret@host' },
    });
    expect(await wrong.exited).toEqual([1, null]);
    expect(wrong.log()).toMatch(/config_invalid.*DATABASE_URL.*RUNSEAL_PORT/);
    expect(away.log() + wrong.log()).not.toContain('secret');
  });

  test('a harness that was ready at submission and is gone at the run: failed with its code, sealed', async () => {
    const id = await submit(house, { objective: 'hello' });
    await house.owner`update runseal.goal set harness = 'chat', model = 'm', goal = convert_to(replace(convert_from(goal, 'UTF8'), '"harness":"echo"', '"harness":"chat","model":"m"'), 'UTF8') where run = ${id}`;
    await house.worker();
    const detail = await until(house, id, sealed);
    expect(detail.state).toBe('failed');
    expect(detail.errorCode).toMatch(/^[a-z_]+$/);
    expect((await eventsOf(house, id)).map(({ type }) => type)).toEqual([
      'run.opened',
      'goal.submitted',
      'outcome.recorded',
      'provenance.mix',
    ]);
  });

  test('a full disk under the workspaces: the run fails with disk_full and is sealed', async () => {
    const small = join(house.dataDir, 'runs');
    const through = ['bwrap', '--die-with-parent', '--dev-bind', '/', '/', '--size', '262144', '--tmpfs', small];
    const works = spawnSync(through[0]!, [...through.slice(1), 'true']);
    if (works.status !== 0)
      throw new Error(
        `this test fills a small file system that bubblewrap mounts; it could not: ${String(works.stderr)}`,
      );
    const worker = await runWorker({ env: house.env, through });
    const id = await submit(house, { objective: 'hello', files: [{ path: 'big.bin', content: 'x'.repeat(900_000) }] });
    expect(await until(house, id, sealed)).toMatchObject({ state: 'failed', errorCode: 'disk_full' });
    expect(await failedVerdicts(id)).toEqual([]);
    const after = await submit(house, { objective: 'a small one still runs' });
    expect(await until(house, after, sealed)).toMatchObject({ state: 'completed' });
    worker.child.kill('SIGTERM');
    await worker.exited;
  });

  test('what a run works on is private to this user', async () => {
    await house.worker();
    const id = await submit(house, { objective: 'hello', files: [{ path: 'a/b.txt', content: 'x' }] });
    await until(house, id, sealed);
    for (const path of ['', 'a']) expect((await stat(fileOf(id, path))).mode & 0o077).toBe(0);
    expect((await stat(join(house.dataDir, 'keys', 'seal.pem'))).mode & 0o077).toBe(0);
    await expect(stat(join(house.dataDir, 'runs', id, 'scratch'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
