import { createKillSwitch, createWaist, grantOf, processSandbox } from '@runseal/dispatch';
import { memoryRecorder } from '@runseal/dispatch/testing';
import { executorTools } from './executor-tools.ts';
import { executorServer, type Asked } from './fixtures/executor-server.ts';

const WHO = { type: 'object', properties: { who: { type: 'string' } } };
const TOOLS = {
  type: 'tools',
  protocol: 1,
  tools: [{ name: 'ring', description: 'Rings.', arguments: WHO, read_only: false, names: ['who'] }],
};
const BOB = { action: 'ring', args: { who: 'bob' }, via: 'bridge' } as const;

let closing: () => Promise<void>;
afterEach(() => closing());

/** A waist over an executor that does `hear` with what comes after it has said what it is. */
async function house(hear: (asked: Asked) => void) {
  const server = await executorServer((asked) =>
    asked.message['type'] === 'describe' ? asked.say(TOOLS) : hear(asked),
  );
  closing = server.close;
  const recorder = memoryRecorder('r');
  const killSwitch = createKillSwitch();
  const waist = createWaist({
    recorder,
    killSwitch,
    tools: await executorTools({ path: server.path, harness: 'py' }),
    grant: grantOf(['ring']),
    sandbox: processSandbox(),
    workspace: '/',
    floor: 'process',
    maxCalls: 10,
    maxOutputBytes: 1000,
    callTimeoutMs: 30_000,
  });
  const types = () => recorder.events.map(({ type }) => type);
  return { waist, recorder, killSwitch, server, types };
}

test('a call is on the record before the executor hears of it, and its answer after', async () => {
  const seen: unknown[] = [];
  const { waist, recorder, types } = await house(({ message, say }) => {
    seen.push(message, types());
    say({ type: 'result', text: 'rang bob', failed: false });
  });
  expect(await waist.dispatch(BOB)).toMatchObject({ kind: 'done', errorClass: null, result: { text: 'rang bob' } });
  expect(seen).toEqual([
    {
      type: 'call',
      protocol: 1,
      harness: 'py',
      name: 'ring',
      arguments: { who: 'bob' },
      idempotency_key: 'r/1',
      approved_by: [],
    },
    ['dispatch.start'],
  ]);
  expect(recorder.payloads('dispatch.start')).toMatchObject([{ action: 'ring', scope: 'host: bob' }]);
  expect(types()).toEqual(['dispatch.start', 'dispatch.end']);
});

test.each([
  ['a result that failed', { type: 'result', text: 'no such bell', failed: true }],
  ['an error', { type: 'error', message: 'no such bell' }],
])('%s is a failure, and no more than that', async (_, answer) => {
  const { waist, types } = await house(({ say }) => say(answer));
  expect(await waist.dispatch(BOB)).toMatchObject({ errorClass: 'executor_failed', result: { text: 'no such bell' } });
  expect(types()).toEqual(['dispatch.start', 'dispatch.end']);
});

test.each([
  ['hangs up', ({ socket }: Asked) => void socket.end()],
  ['answers with something else', ({ say }: Asked) => say({ type: 'result', text: 1 })],
  ['answers more than a line may hold', ({ say }: Asked) => say('x'.repeat(3 * 1024 * 1024))],
])('what an executor did that %s is not known, and the record says so', async (_, hear) => {
  const { waist, recorder, types } = await house(hear);
  expect(await waist.dispatch(BOB)).toMatchObject({ errorClass: 'executor_lost' });
  expect(types()).toEqual(['dispatch.start', 'dispatch.end', 'provenance.gap']);
  expect(recorder.payloads('provenance.gap')).toMatchObject([
    { surface: 'dispatch', reason: 'outcome_unknown', calls: [1] },
  ]);
});

test('what cannot be read of an answer is quoted to the caller, and not in the gap, which stays', async () => {
  const { waist, recorder } = await house(({ say }) => say('Anna Muster rang twice'));
  const outcome = await waist.dispatch(BOB);
  expect(JSON.stringify(outcome)).toContain('Anna');
  expect(JSON.stringify(recorder.payloads('provenance.gap'))).not.toContain('Anna');
});

test('of one that is not there any more nothing was asked: a failure, and no gap', async () => {
  const { waist, server, types } = await house(() => undefined);
  await server.close();
  closing = () => Promise.resolve();
  expect(await waist.dispatch(BOB)).toMatchObject({ errorClass: 'executor_unreachable' });
  expect(types()).toEqual(['dispatch.start', 'dispatch.end']);
});

test('one that is told to stop says how far it came', async () => {
  const { waist, killSwitch, recorder } = await house(({ message, say }) => {
    if (message['type'] === 'call') killSwitch.engage('enough', 'ana');
    else say({ type: 'result', text: `stopped (${String(message['type'])})`, failed: true });
  });
  expect(await waist.dispatch(BOB)).toMatchObject({ result: { text: 'stopped (cancel)' } });
  expect(recorder.payloads('provenance.gap')).toEqual([]);
});

test('one that does not answer when told to stop leaves a gap', async () => {
  const { waist, killSwitch, recorder } = await house(({ message, socket }) => {
    if (message['type'] === 'call') killSwitch.engage('enough', 'ana');
    else socket.destroy();
  });
  expect(await waist.dispatch(BOB)).toMatchObject({ errorClass: 'cancelled' });
  expect(recorder.payloads('provenance.gap')).toMatchObject([{ reason: 'outcome_unknown', calls: [1] }]);
});
