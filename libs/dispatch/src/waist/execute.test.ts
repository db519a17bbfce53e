import { ActionError, DispatchError } from '../errors.ts';
import type { ToolContext, ToolResult } from '../tool.ts';
import { processSandbox } from '../containment/process/process-sandbox.ts';
import { execute } from './execute.ts';
import type { ExecuteOptions } from './execute.ts';
import { tool } from './fixtures/set-up.ts';

const options = (more: Partial<ExecuteOptions> = {}): ExecuteOptions => ({
  context: {
    workspace: '/',
    sandbox: processSandbox(),
    floor: 'process',
    maxOutputBytes: 1000,
    idempotencyKey: 'run/1',
    abandoned: new AbortController().signal,
  },
  cancel: [],
  timeoutMs: 60_000,
  graceMs: 60_000,
  ...more,
});
const run = (act: (context: ToolContext) => Promise<ToolResult>, more: Partial<ExecuteOptions> = {}) =>
  execute({ ...tool('act', () => Promise.resolve('')), run: (_, context) => act(context) }, {}, options(more));
const never = (): Promise<never> => new Promise(() => undefined);
const SOMETHING = expect.any(String) as unknown;

test('an action that does not stop when it is told to is answered for, and what it does afterwards is said not to be seen', async () => {
  const halt = new AbortController();
  const stopped = run(() => (halt.abort(), never()), { cancel: [halt.signal], graceMs: 1 });
  expect(await stopped).toMatchObject({ outcome: 'cancelled', errorClass: 'cancelled', unseen: SOMETHING });
  expect(await run(never, { timeoutMs: 1, graceMs: 1 })).toMatchObject({
    ...{ outcome: 'error', errorClass: 'timed_out', unseen: SOMETHING },
  });
});

test('an action that stops in time was seen to its end, and the first cause names how it ended', async () => {
  const halt = new AbortController();
  const untilStopped = ({ signal }: ToolContext): Promise<never> =>
    new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        halt.abort();
        reject(new Error('stopped'));
      }),
    );
  expect(await run(untilStopped, { cancel: [halt.signal], timeoutMs: 1 })).toMatchObject({
    ...{ errorClass: 'timed_out', unseen: null, result: { text: 'The action was stopped after 1 ms.' } },
  });
});

test('what was cancelled before it began is not begun', async () => {
  let begun = 0;
  const act = () => Promise.resolve({ text: String((begun += 1)) });
  expect(await run(act, { cancel: [AbortSignal.abort()] })).toMatchObject({ outcome: 'cancelled', unseen: null });
  expect(begun).toBe(0);
});

test('an action that ended well before anybody stopped it ended well', async () => {
  const halt = new AbortController();
  const act = () => Promise.resolve({ text: 'done' });
  const execution = run(act, { cancel: [halt.signal] });
  halt.abort();
  expect(await execution).toMatchObject({ outcome: 'ok', errorClass: null, result: { text: 'done' } });
});

test('what an action says of itself goes on the record as it says it', async () => {
  expect(await run(() => Promise.resolve({ text: 'lost', unseen: 'nobody knows' }))).toMatchObject({
    ...{ outcome: 'ok', unseen: 'nobody knows' },
  });
  expect(await run(() => Promise.resolve({ text: 'cut', truncated: true }))).toMatchObject({
    result: { text: 'cut', truncated: true },
  });
  const failed = (result: Partial<ToolResult>) => run(() => Promise.resolve({ text: 'no', isError: true, ...result }));
  expect(await failed({})).toMatchObject({ outcome: 'error', errorClass: 'internal' });
  expect(await failed({ errorClass: 'cancelled' })).toMatchObject({ outcome: 'cancelled', errorClass: 'cancelled' });
  expect(await failed({ errorClass: 'disk_full' })).toMatchObject({
    ...{ outcome: 'error', errorClass: 'disk_full', result: { isError: true, errorClass: 'disk_full' } },
  });
  // A class without a failure is no failure.
  const fine = await run(() => Promise.resolve({ text: 'yes', errorClass: 'disk_full' }));
  expect([fine.outcome, fine.errorClass, fine.result]).toEqual(['ok', null, { text: 'yes' }]);
});

test('a failure keeps its own name when it comes while the action is being stopped', async () => {
  const halt = new AbortController();
  const act = () => (halt.abort(), Promise.reject(new ActionError('disk_full', 'The disk is full.')));
  expect(await run(act, { cancel: [halt.signal] })).toMatchObject({ outcome: 'error', errorClass: 'disk_full' });
});

test('a sandbox that cannot be had is told by its code', async () => {
  const act = () => Promise.reject(new DispatchError('runseal.containment_failed', 'bwrap: /home/ann'));
  const { errorClass, result } = await run(act);
  expect(errorClass).toBe('internal');
  expect(result.text).toBe('The program could not be started (runseal.containment_failed).');
});

test('how long it took is told, and nothing of it is left behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const [before, began] = [timers(), process.hrtime.bigint()];
  const { durationUs } = await run(() => Promise.resolve({ text: 'done' }));
  const halt = new AbortController();
  await run(() => (halt.abort(), Promise.reject(new Error('stopped'))), { cancel: [halt.signal] });
  expect(durationUs).toBeGreaterThanOrEqual(0);
  expect(durationUs).toBeLessThanOrEqual(Number((process.hrtime.bigint() - began) / 1000n));
  expect(timers()).toBeLessThanOrEqual(before);
});

test('a failure that nobody expected is told in a sentence of ours', async () => {
  const { errorClass, result } = await run(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOENT' })));
  expect(errorClass).toBe('internal');
  expect(result.text).toBe('The action failed for a reason inside the system, not because of its arguments.');
});
