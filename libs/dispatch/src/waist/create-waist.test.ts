import { openContent, SpineError } from '@runseal/spine';
import type { ContentRef } from '@runseal/spine';
import { ActionError } from '../errors.ts';
import { call, counter, echo, setUp, tool } from './fixtures/set-up.ts';

const down = new SpineError('runseal.store_unavailable', 'the store is gone');

test('the start is on the record before the effect, and the end after it', async () => {
  const seen: string[][] = [];
  const { waist, recorder, types, textOf } = setUp([tool('look', () => (seen.push(types()), Promise.resolve('done')))]);
  const outcome = await waist.dispatch({ ...call('look', { text: 'the scope' }), harnessCallId: 'call_7' });
  expect(seen).toEqual([['dispatch.start']]);
  expect(types()).toEqual(['dispatch.start', 'dispatch.end']);
  expect(outcome).toEqual({ kind: 'done', call: 1, result: { text: 'done' }, errorClass: null });
  const [start, end] = recorder.events.map(({ payload }) => payload);
  expect(start).toMatchObject({
    call: 1,
    action: 'look',
    scope: 'the scope',
    trust: 'semi_trusted',
    via: 'native',
    containment: 'process',
    harness_call_id: 'call_7',
  });
  expect(end).toMatchObject({ call: 1, action: 'look', outcome: 'ok', error_class: null });
  expect(textOf(start!.arguments)).toBe('{"text":"the scope"}');
  expect(textOf(end!.result)).toBe('done');
  expect(openContent(recorder.contentOf(start!.arguments as unknown as ContentRef))).toBe(true);
});

test('after a halt every call is refused, and the running one ends as cancelled', async () => {
  const started = Promise.withResolvers<undefined>();
  const hang = tool(
    'hang',
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        started.resolve(undefined);
        signal.addEventListener('abort', () => reject(new Error('stopped')));
      }),
  );
  const { waist, killSwitch, recorder } = setUp([hang, echo]);
  const running = waist.dispatch(call('hang'));
  await started.promise;
  killSwitch.engage('enough', 'ann');
  expect(await running).toMatchObject({ kind: 'done', errorClass: 'cancelled' });
  expect(await waist.dispatch(call('echo'))).toMatchObject({
    kind: 'rejected',
    reason: 'run_halted',
    detail: 'The run was halted by ann: enough',
  });
  expect(recorder.payloads('dispatch.end')[0]).toMatchObject({ outcome: 'cancelled', error_class: 'cancelled' });
});

test('a halt between the start and the effect keeps the effect from happening', async () => {
  const run = counter();
  const { waist, killSwitch, recorder } = setUp([tool('echo', run.count)]);
  const append = recorder.append.bind(recorder);
  recorder.append = async (...drafts) => {
    const recorded = await append(...drafts);
    killSwitch.engage('enough', 'ann');
    return recorded;
  };
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'done', errorClass: 'cancelled' });
  expect(run.calls()).toBe(0);
  expect(recorder.payloads('dispatch.end')).toHaveLength(1);
});

test('a call that takes too long ends as timed out', async () => {
  const hang = tool(
    'hang',
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  );
  const { waist, recorder } = setUp([hang], { callTimeoutMs: 20 });
  expect(await waist.dispatch(call('hang'))).toMatchObject({
    kind: 'done',
    errorClass: 'timed_out',
    result: { isError: true },
  });
  expect(recorder.payloads('dispatch.end')[0]).toMatchObject({ outcome: 'error', error_class: 'timed_out' });
});

test("the caller's own signal cancels one call and no other", async () => {
  const controller = new AbortController();
  const hang = tool(
    'hang',
    (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  );
  const { waist } = setUp([hang, echo]);
  const running = waist.dispatch({ ...call('hang'), signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ errorClass: 'cancelled' });
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'done', errorClass: null });
});

test('a failing action is an outcome with its code and its sentence', async () => {
  const { waist, recorder, textOf } = setUp([
    tool('fail', () => Promise.reject(new ActionError('not_found', 'It is not there.'))),
  ]);
  expect(await waist.dispatch(call('fail'))).toMatchObject({
    kind: 'done',
    errorClass: 'not_found',
    result: { text: 'It is not there.', isError: true },
  });
  const [end] = recorder.payloads('dispatch.end');
  expect(end).toMatchObject({ outcome: 'error', error_class: 'not_found' });
  expect(textOf(end!.result)).toBe('It is not there.');
});

test('an unexpected failure says nothing of the host', async () => {
  const { waist, recorder, textOf } = setUp([
    tool('fail', () => Promise.reject(new Error('ENOENT /home/ann/secret.key'))),
  ]);
  const outcome = await waist.dispatch(call('fail'));
  expect(outcome).toMatchObject({ kind: 'done', errorClass: 'internal' });
  expect(JSON.stringify(outcome) + textOf(recorder.payloads('dispatch.end')[0]!.result)).not.toContain('ann');
});

test('a result is cut to the bound of the run', async () => {
  const { waist } = setUp([tool('long', () => Promise.resolve('x'.repeat(5000)))]);
  const outcome = await waist.dispatch(call('long'));
  expect(outcome).toMatchObject({ kind: 'done', result: { truncated: true } });
  expect(Buffer.byteLength((outcome as { result: { text: string } }).result.text)).toBeLessThanOrEqual(1000);
});

test('when the start cannot be recorded nothing happens, and the waist stays shut', async () => {
  const run = counter();
  const { waist, recorder } = setUp([tool('echo', run.count)]);
  recorder.failWith(down);
  await expect(waist.dispatch(call('echo'))).rejects.toMatchObject({ code: 'runseal.record_unavailable', cause: down });
  recorder.failWith(null);
  await expect(waist.dispatch(call('echo'))).rejects.toMatchObject({ code: 'runseal.record_unavailable' });
  expect(run.calls()).toBe(0);
  expect(recorder.events).toHaveLength(0);
});

test('when the end cannot be recorded the effect is not repeated and the caller hears of it', async () => {
  let effects = 0;
  const { waist, recorder } = setUp([
    tool('once', () => ((effects += 1), recorder.failWith(down), Promise.resolve('done'))),
  ]);
  await expect(waist.dispatch(call('once'))).rejects.toMatchObject({ code: 'runseal.record_unavailable' });
  expect(effects).toBe(1);
  expect(recorder.payloads('dispatch.start')).toHaveLength(1);
  expect(recorder.payloads('dispatch.end')).toHaveLength(0);
});

test('when the record is lost, what is still running is stopped: its end could not be recorded', async () => {
  const running = Promise.withResolvers<AbortSignal>();
  const wait = tool(
    'wait',
    (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')));
        running.resolve(signal);
      }),
  );
  const { waist, recorder } = setUp([wait, echo]);
  const going = waist.dispatch(call('wait'));
  const signal = await running.promise;
  recorder.failWith(down);
  await expect(waist.dispatch(call('echo'))).rejects.toMatchObject({ code: 'runseal.record_unavailable' });
  expect(signal.aborted).toBe(true);
  await expect(going).rejects.toMatchObject({ code: 'runseal.record_unavailable', cause: down });
});

test('an action is told of its call, and that nobody waits for it any more, which cancels nothing', async () => {
  const hungUp = new AbortController();
  const seen: unknown[] = [];
  const look = tool('look', (_, { abandoned, idempotencyKey, signal }) => {
    hungUp.abort();
    seen.push(idempotencyKey, abandoned.aborted, signal.aborted);
    return Promise.resolve('done');
  });
  const { waist, recorder } = setUp([look], { firstCall: 3 });
  expect(await waist.dispatch({ ...call('look'), abandoned: hungUp.signal })).toMatchObject({ errorClass: null });
  expect(seen).toEqual([`${recorder.run}/3`, true, false]);
});

test('a way out is lent in the name of the call, and a run that has none lends none', async () => {
  const lent: (number | null)[] = [];
  const lease = {
    reach: { port: 1, target: { host: '127.0.0.1', port: 1 } },
    env: {},
    secrets: [],
    release: () => undefined,
  };
  const egress = { allow: [], lend: (call: number | null) => (lent.push(call), lease), close: () => Promise.resolve() };
  const seen: unknown[] = [];
  const look = tool('look', (_, context) => (seen.push(context.egress?.()), Promise.resolve('')));
  const { waist } = setUp([look], { egress, firstCall: 4 });
  await waist.dispatch(call('look'));
  await setUp([look]).waist.dispatch(call('look'));
  expect([lent, seen]).toEqual([[4], [lease, undefined]]);
});

test('an action that was not seen to its end is a gap on the record, with its end', async () => {
  const lost = { ...echo, run: () => Promise.resolve({ text: 'lost', unseen: 'Nobody said how it went.' }) };
  const { waist, recorder, types } = setUp([lost]);
  await waist.dispatch(call('echo'));
  expect(types()).toEqual(['dispatch.start', 'dispatch.end', 'provenance.gap']);
  expect(recorder.payloads('provenance.gap')).toMatchObject([
    { surface: 'dispatch', reason: 'outcome_unknown', calls: [1], detail: 'echo: Nobody said how it went.' },
  ]);
});

test('settled waits for the calls in flight', async () => {
  const gate = Promise.withResolvers<string>();
  const { waist, types } = setUp([tool('wait', () => gate.promise)]);
  const running = waist.dispatch(call('wait'));
  const settled = waist.settled().then(() => types());
  gate.resolve('done');
  expect(await settled).toEqual(['dispatch.start', 'dispatch.end']);
  await running;
});

test('every start has exactly one end when many calls run at once', async () => {
  const { waist, recorder } = setUp([echo]);
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => waist.dispatch(call(i % 5 === 0 ? 'nothing' : 'echo', { text: String(i) }))),
  );
  const numbers = (type: string): unknown[] => recorder.payloads(type).map((payload) => payload.call);
  expect(numbers('dispatch.end').sort()).toEqual(numbers('dispatch.start').sort());
  expect(new Set([...numbers('dispatch.start'), ...numbers('dispatch.rejected')]).size).toBe(50);
});
