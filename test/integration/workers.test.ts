import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, eventsOf, openHouse, sealed, submit, until, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, runWorker, type Running } from './api-process.ts';

let house: House;
let workers: readonly Running[];

beforeEach(async () => {
  house = await openHouse({ ...SHORT_LEASE, RUNSEAL_WORKER_RUNS: '1' });
  workers = await Promise.all([1, 2, 3].map(() => runWorker({ env: house.env })));
});
afterEach(async () => {
  killRest();
  await house.close();
});

const signal = (name: NodeJS.Signals): void => workers.forEach(({ child }) => void child.kill(name));
const many = (count: number, workspace: string, argv: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: count }, () =>
      submit(house, { workspace, objective: calls(['run_command', { argv }]), grant: ['run_command'] }),
    ),
  );
const LEAVE_A_TRACE = ['sh', '-c', 'echo ran >> trace'];

async function tracesOf(run: string): Promise<number> {
  const text = await readFile(join(house.dataDir, 'runs', run, 'workspace', 'trace'), 'utf8').catch(() => '');
  return text.split('\n').filter(Boolean).length;
}

test('Three workers drive every goal once, and a workspace with few goals does not wait for one with many', async () => {
  // Held still, so that all goals wait before the first is claimed.
  signal('SIGSTOP');
  const large = await many(20, 'large', LEAVE_A_TRACE);
  const small = await many(4, 'small', LEAVE_A_TRACE);
  signal('SIGCONT');
  const runs = [...large, ...small];
  for (const run of runs) expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  expect(await Promise.all(runs.map(tracesOf))).toEqual(runs.map(() => 1));
  const rows = await house.owner<{ run: string; attempts: number }[]>`
    select run, attempts from runseal.goal order by started_at`;
  expect(rows.map(({ attempts }) => attempts)).toEqual(runs.map(() => 1));
  // Turn about, give or take a turn of each worker.
  const last = rows.findLastIndex(({ run }) => small.includes(run));
  expect(last).toBeLessThan(2 * small.length + workers.length);
});

test('The runs of a worker that is killed are ended by the others, which go on with what waits', async () => {
  const runs = await many(3, 'default', ['sh', '-c', 'echo ran >> trace; while [ ! -e go ]; do sleep 0.05; done']);
  for (const run of runs) while ((await tracesOf(run)) === 0) await until(house, run, () => true);
  const owners = await house.owner<{ run: string; lease_owner: string }[]>`
    select run, lease_owner from runseal.goal where state = 'running'`;
  const victim = workers[0]!;
  const lost = owners.find(({ lease_owner }) => lease_owner.includes(`-${victim.child.pid}-`))!.run;
  victim.child.kill('SIGKILL');
  for (const run of runs.filter((one) => one !== lost))
    await writeFile(join(house.dataDir, 'runs', run, 'workspace', 'go'), '');
  const [next] = await many(1, 'default', LEAVE_A_TRACE);
  expect(await until(house, lost, sealed)).toMatchObject({ state: 'failed', errorCode: 'worker_lost' });
  expect(await until(house, next!, sealed)).toMatchObject({ state: 'completed' });
  expect(await tracesOf(lost)).toBe(1);
  expect((await eventsOf(house, lost)).filter(({ type }) => type === 'dispatch.start')).toHaveLength(1);
});
