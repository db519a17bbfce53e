/** A data directory that is full, or cannot be written. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { openHouse, LETTER, calls, sealed, show, submit, until, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, run, runWorker, said } from './api-process.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ ...SHORT_LEASE, RUNSEAL_LEDGER_EVERY_MS: '50' });
});
afterAll(async () => {
  killRest();
  await house.close();
});

/** In front of a program that is to see the file system otherwise than it is. */
const seeing = (...what: readonly string[]): readonly string[] => [
  'bwrap',
  '--die-with-parent',
  ...['--dev-bind', '/', '/'],
  ...what,
];

test('A worker that can write nothing does not start, and takes no goal', async () => {
  const through = seeing('--ro-bind', house.dataDir, house.dataDir);
  const worker = run('worker-main', { env: house.env, through });
  expect(await worker.exited).toEqual([1, null]);
  expect(worker.log()).toMatch(/^The worker did not start \(data_dir_unusable\): .*EROFS.*Make it writable/m);
});

test('A worker whose data directory goes away leaves the goals that wait, and takes them once it is back', async () => {
  const worker = await runWorker({ env: house.env });
  const [runs, away] = [join(house.dataDir, 'runs'), join(house.dataDir, 'away')];
  await rename(runs, away);
  const goal = await submit(house, { objective: LETTER });
  await said(worker, '"code":"data_dir_unusable"');
  expect(worker.log()).toMatch(/"level":50[^\n]*"code":"data_dir_unusable"/);
  expect(await show(house, goal)).toMatchObject({ state: 'queued' });
  await rename(away, runs);
  expect(await until(house, goal, sealed)).toMatchObject({ state: 'completed' });
  expect(worker.log()).toContain('goals could not be claimed: that is over');
  worker.child.kill('SIGTERM');
  await worker.exited;
});

test('Where the whole data directory is full, runs are sealed and told of, and so is what is not remembered', async () => {
  const through = seeing('--size', '400000', '--tmpfs', house.dataDir);
  const worker = await runWorker({ env: house.env, through });
  const fills = calls(['run_command', { argv: ['sh', '-c', 'dd if=/dev/zero of=fill bs=1000; exit 0'] }]);
  const full = await submit(house, { objective: fills, grant: ['run_command'] });
  expect(await until(house, full, sealed)).toMatchObject({ state: 'completed' });
  const refused = await submit(house, { objective: 'x', files: [{ path: 'a.txt', content: 'x'.repeat(50_000) }] });
  expect(await until(house, refused, sealed)).toMatchObject({ state: 'failed', errorCode: 'disk_full' });
  await said(worker, '"code":"ledger_head_not_kept"');
  expect(worker.log()).toMatch(/"level":50[^\n]*ledger_head_not_kept/);
  for (const id of [full, refused]) {
    let receipt = await house.ask(`/api/v1/runs/${id}/receipt`);
    while (receipt.status === 503) receipt = await house.ask(`/api/v1/runs/${id}/receipt`);
    expect(receipt.status).toBe(200);
  }
  // The sandbox in front goes, and takes the worker with it.
  worker.child.kill('SIGKILL');
  await worker.exited;
  // With room again, all is well.
  const next = await runWorker({ env: house.env });
  await until(house, await submit(house, { objective: LETTER }), sealed);
  next.child.kill('SIGTERM');
  await next.exited;
  expect(next.log()).not.toContain('ledger_head_not_kept');
});
