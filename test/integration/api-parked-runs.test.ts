import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, openHouse, sealed, submit, until, SHORT_LEASE, type House } from './api-house.ts';
import { killRest, runWorker } from './api-process.ts';
import { WRITE, decide, fileOf, gated, pendingOf, verdicts } from './approvals-house.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse(SHORT_LEASE);
});
afterEach(async () => {
  killRest();
  await house.close();
});

/** A model that lists, then writes, then is done; it counts how often it was asked. */
async function writingModel() {
  let asked = 0;
  const call = (name: string, args: object) => ({
    tool_calls: [{ id: `c${asked}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  });
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked += 1;
      const message = asked === 1 ? call('workspace_list', {}) : asked === 2 ? call(...WRITE) : { content: 'done' };
      const usage = { prompt_tokens: 10, completion_tokens: 1 };
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }], usage }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked: () => asked,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Waits until a run would be out of time, had its own not stood still. */
async function pastItsTime(run: string, timeoutMs: number): Promise<void> {
  const started = (await eventsOf(house, run)).find(({ type }) => type === 'episode.started')!;
  await pause(Number(BigInt(started.time) / 1_000_000n) + timeoutMs + 100 - Date.now());
}

describe('a run that waits', () => {
  test('takes no place of its worker', async () => {
    await house.worker({ workerRuns: 1 });
    const waiting = await submit(house, gated());
    await pendingOf(house, waiting);
    const other = await submit(house, { objective: 'hello' });
    expect(await until(house, other, sealed)).toMatchObject({ state: 'completed' });
    expect(await until(house, waiting, () => true)).toMatchObject({ awaitingApproval: true, sealed: false });
  });

  test('takes none of its own time', async () => {
    await house.worker();
    const run = await submit(house, gated({}, { limits: { timeoutMs: 1000 } }));
    const approval = await pendingOf(house, run);
    await pastItsTime(run, 1000);
    await decide(house, approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'goes on under another worker after %s, and repeats nothing',
    async (signal) => {
      const first = await runWorker({ env: house.env });
      const run = await submit(house, {
        ...gated(),
        grant: ['run_command', 'workspace_write'],
        objective: calls(['run_command', { argv: ['sh', '-c', 'echo ran >> trace'] }], WRITE, [
          'run_command',
          { argv: ['cat', 'trace'] },
        ]),
      });
      const approval = await pendingOf(house, run);
      first.child.kill(signal);
      await first.exited;
      await decide(house, approval);
      expect(await fileOf(house, run)).toBeNull();
      await house.worker();
      expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
      expect(await fileOf(house, run)).toBe('approved');
      expect(await readFile(join(house.dataDir, 'runs', run, 'workspace', 'trace'), 'utf8')).toBe('ran\n');
      const events = await eventsOf(house, run);
      expect(events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload['call'])).toEqual([
        1, 2, 3,
      ]);
      expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(1);
      expect(events.find(({ type }) => type === 'approval.decided')!.payload).toMatchObject({ resumed: true });
      expect(events.filter(({ type }) => type === 'episode.started')).toHaveLength(1);
      expect(events.some(({ type }) => type === 'provenance.gap')).toBe(false);
      expect(await verdicts(house, run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
    },
  );

  test('is not asked its model again for what is on the record', async () => {
    const model = await writingModel();
    await house.close();
    house = await openHouse({ ...SHORT_LEASE, RUNSEAL_CHAT_BASE_URL: model.url, RUNSEAL_CHAT_API_KEY: 'k' });
    const first = await runWorker({ env: house.env });
    const run = await submit(house, gated({}, { harness: 'chat', model: 'm', objective: 'Write it.' }));
    const approval = await pendingOf(house, run);
    expect(model.asked()).toBe(2);
    first.child.kill('SIGKILL');
    await first.exited;
    await house.worker();
    await decide(house, approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    expect(model.asked()).toBe(3);
    expect(await fileOf(house, run)).toBe('approved');
    const events = await eventsOf(house, run);
    const steps = events.filter(({ type }) => type === 'model.called').map(({ payload }) => payload['step']);
    expect(steps).toEqual([1, 2, 3]);
    expect(events.find(({ type }) => type === 'episode.ended')!.payload).toMatchObject({
      usage: { input_tokens: 30, output_tokens: 3 },
    });
    expect(await verdicts(house, run)).toMatchObject({ integrity: 'pass', governance: 'pass', completeness: 'pass' });
    await model.close();
  });

  test('through an external harness goes on when it is decided, its time standing still', async () => {
    await house.worker();
    const run = await submit(house, gated({}, { harness: 'reference', limits: { timeoutMs: 4000 } }));
    const approval = await pendingOf(house, run);
    await pastItsTime(run, 4000);
    await decide(house, approval);
    expect(await until(house, run, sealed)).toMatchObject({ state: 'completed' });
    expect(await fileOf(house, run)).toBe('approved');
    expect(await verdicts(house, run)).toMatchObject({ integrity: 'pass', governance: 'pass' });
  });

  test('that cannot go on ends halted, with what waited as a gap', async () => {
    const first = await runWorker({ env: house.env });
    const run = await submit(house, gated({}, { harness: 'reference' }));
    const approval = await pendingOf(house, run);
    first.child.kill('SIGKILL');
    await first.exited;
    await house.worker();
    expect(await until(house, run, sealed)).toMatchObject({ state: 'halted', awaitingApproval: false });
    const gaps = (await eventsOf(house, run)).filter(({ payload }) => payload['reason'] === 'approval_pending');
    expect(gaps).toHaveLength(1);
    expect(await decide(house, approval)).toMatchObject({ body: { code: 'approval_withdrawn' } });
    expect(await fileOf(house, run)).toBeNull();
  });
});
