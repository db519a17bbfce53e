/** A call that waits for people: who hears of it, what ends the waiting, and what goes on afterwards. */
import type { ApprovalDesk, ApprovalPolicy, ApprovalRequest, Decision, Ruling } from '../approvals/desk.ts';
import { Brakes, NO_BRAKES } from '../brakes/brakes.ts';
import type { Resume, WaistOptions } from '../waist.ts';
import { SpineError } from '@runseal/spine';
import { call, counter, echo, setUp, tool } from './fixtures/set-up.ts';
import { Waiting } from './waiting.ts';

const policy = { required: 1, of: [], never: false, expiresMs: 60_000 };
const gates = new Map([['count', policy]]);

/** Nobody decides: the waiting ends when it is told to. */
function silentDesk() {
  const asked = Promise.withResolvers<ApprovalRequest>();
  let withdrawn = 0;
  const desk: ApprovalDesk = {
    ask(request) {
      asked.resolve(request);
      return Promise.resolve();
    },
    ruling: (_, signal) =>
      new Promise<Ruling>((resolve) => {
        const withdraw = (): void => {
          withdrawn += 1;
          resolve({ state: 'withdrawn', decisions: [] });
        };
        if (signal.aborted) withdraw();
        else signal.addEventListener('abort', withdraw);
      }),
    use: () => Promise.resolve(true),
  };
  return { desk, asked: asked.promise, withdrawn: () => withdrawn };
}

function parkedCall(more: Partial<WaistOptions> = {}) {
  const run = counter();
  const silent = silentDesk();
  return {
    run,
    ...silent,
    ...setUp([tool('count', run.count), echo], { desk: silent.desk, approvals: gates, ...more }),
  };
}

test('its caller, a halt and the loss of the record end the waiting, and it never runs', async () => {
  const caller = new AbortController();
  const given = parkedCall();
  const up = given.waist.dispatch({ ...call('count'), signal: caller.signal });
  await given.asked;
  caller.abort();
  expect(await up).toMatchObject({ kind: 'rejected', reason: 'approval_withdrawn' });

  const halted = parkedCall();
  const stopped = halted.waist.dispatch(call('count'));
  await halted.asked;
  halted.killSwitch.engage('enough', 'ann');
  expect(await stopped).toMatchObject({ kind: 'rejected', reason: 'run_halted' });

  const lost = parkedCall();
  const gone = lost.waist.dispatch(call('count'));
  await lost.asked;
  lost.recorder.failWith(new SpineError('runseal.store_unavailable', 'the store is gone'));
  await lost.waist.dispatch(call('echo')).catch(() => undefined);
  await expect(gone).rejects.toMatchObject({ code: 'runseal.record_unavailable' });

  expect([given, halted, lost].map(({ withdrawn, run }) => [withdrawn(), run.calls()])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
});

test('nobody is heard before they were asked, and until when they may answer is said', async () => {
  const began = Date.now();
  const heard: unknown[] = [];
  const desk: ApprovalDesk = {
    async ask({ expiresAt }) {
      await new Promise(setImmediate);
      heard.push(expiresAt >= began + policy.expiresMs && expiresAt <= Date.now() + policy.expiresMs);
    },
    ruling: () => (heard.push('ruled'), Promise.resolve({ state: 'expired', decisions: [] })),
    use: () => Promise.resolve(true),
  };
  expect(await parkedCall({ desk }).waist.dispatch(call('count'))).toMatchObject({ reason: 'approval_expired' });
  expect(heard).toEqual([true, 'ruled']);
});

test('a caller is told in the words of whoever said no, and of a no that nobody gave a reason for without any', async () => {
  const say = (principal: string, decision: 'approved' | 'denied') =>
    ({ principal, decision, reason: 'so', commitment: new Uint8Array(32), self: false, decidedAt: 1 }) as const;
  const told = async (...decisions: ReturnType<typeof say>[]) => {
    const desk = { ...silentDesk().desk, ruling: () => Promise.resolve({ state: 'denied' as const, decisions }) };
    return parkedCall({ desk }).waist.dispatch(call('count'));
  };
  const detail = 'People decided that this call may not happen.';
  expect(await told(say('ana', 'approved'), say('bob', 'denied'))).toMatchObject({ detail: `${detail} bob said: so` });
  expect(await told()).toMatchObject({ reason: 'approval_denied', detail });
});

test.each(['ask', 'ruling', 'use'] as const)(
  'a desk that fails to %s fails the call that waits at it, and no other; what it says of itself goes no further',
  async (step) => {
    const approved = { decision: 'approved', reason: 'so', principal: 'ana', self: false, decidedAt: 1 } as const;
    let commitment = new Uint8Array();
    const cause = new Error('relation "approval" of database 10.0.0.7 is gone');
    const desk: ApprovalDesk = {
      ask: ({ args }) => ((commitment = Uint8Array.from(args.commitment)), Promise.resolve()),
      ruling: () => Promise.resolve({ state: 'approved', decisions: [{ ...approved, commitment }] }),
      use: () => Promise.resolve(true),
      [step]: () => Promise.reject(cause),
    };
    const { waist, run, types } = parkedCall({ desk });
    await expect(waist.dispatch(call('count'))).rejects.toMatchObject({
      code: 'runseal.approval_desk_failed',
      message: expect.not.stringContaining('10.0.0.7') as string,
      cause,
    });
    expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'done' });
    expect([run.calls(), types()]).toEqual([0, ['approval.requested', 'dispatch.start', 'dispatch.end']]);
  },
);

describe('a yes', () => {
  const two = { ...policy, required: 2, of: ['ana', 'bob', 'eve'] };

  /** What comes of a desk that says yes, and of what it says people said. */
  async function after(said: (asked: ApprovalRequest) => readonly Partial<Decision>[], gate: ApprovalPolicy = two) {
    let asked: ApprovalRequest;
    let used = 0;
    const yes = () => ({
      decision: 'approved',
      reason: 'so',
      commitment: asked.args.commitment,
      self: false,
      decidedAt: 1,
    });
    const desk: ApprovalDesk = {
      ask: (request) => Promise.resolve(void (asked = request)),
      ruling: () => {
        const decisions = said(asked).map((each) => ({ principal: 'ana', ...yes(), ...each }) as Decision);
        return Promise.resolve({ state: 'approved', decisions });
      },
      use: () => Promise.resolve((used += 1) > 0),
    };
    const { waist, run, types } = parkedCall({ desk, approvals: new Map([['count', gate]]) });
    const { kind } = await waist.dispatch(call('count'));
    expect([run.calls(), used]).toEqual(kind === 'done' ? [1, 1] : [0, 0]);
    expect(types().at(-1)).toBe(kind === 'done' ? 'dispatch.end' : 'dispatch.rejected');
    return kind;
  }

  test('is that of as many different people as have to agree', async () => {
    expect(await after(() => [{}, { principal: 'bob' }])).toBe('done');
    expect(await after(() => [{}, { principal: 'bob' }, { principal: 'eve' }])).toBe('done');
    expect(await after(() => [{}], policy)).toBe('done');
    expect(await after(() => [{}, { principal: 'mallory' }, { principal: 'bob' }])).toBe('done');
    for (const said of [[], [{}], [{}, {}]]) expect(await after(() => said)).toBe('rejected');
    expect(await after(() => [], policy)).toBe('rejected');
    expect(await after(() => [{ principal: '' }], policy)).toBe('rejected');
  });

  test('is one of those who may decide, about these very arguments, in time, and nobody said no', async () => {
    const bobs = (more: (asked: ApprovalRequest) => Partial<Decision>) => (asked: ApprovalRequest) =>
      [{}, { principal: 'bob', ...more(asked) }] as const;
    expect(await after(bobs(({ expiresAt }) => ({ decidedAt: expiresAt })))).toBe('done');
    expect(await after(bobs(({ expiresAt }) => ({ decidedAt: expiresAt + 1 })))).toBe('rejected');
    expect(await after(bobs(() => ({ principal: 'mallory' })))).toBe('rejected');
    expect(await after(bobs(() => ({ commitment: new Uint8Array(32) })))).toBe('rejected');
    expect(await after((asked) => [...bobs(() => ({}))(asked), { principal: 'eve', decision: 'denied' }])).toBe(
      'rejected',
    );
  });
});

test('that something waits is told once, and that nothing does any more', async () => {
  const caller = new AbortController();
  const { waist, asked } = parkedCall();
  const [heard, late, deaf]: [boolean[], boolean[], boolean[]] = [[], [], []];
  waist.onParked((parked) => heard.push(parked));
  waist.onParked((parked) => deaf.push(parked))();
  const both = [1, 2].map(() => waist.dispatch({ ...call('count'), signal: caller.signal }));
  await asked;
  expect(waist.parked).toBe(2);
  waist.onParked((parked) => late.push(parked));
  caller.abort();
  await Promise.all(both);
  expect([waist.parked, heard, late, deaf]).toEqual([0, [true, false], [true, false], []]);
});

test('time spent waiting is not the run’s own, however many wait', async () => {
  let now = 0;
  const brakes = new Brakes({ ...NO_BRAKES, wallTimeMs: 100 }, () => now);
  const waiting = new Waiting(brakes);
  const [one, two] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const both = [waiting.while(() => one.promise), waiting.while(() => two.promise)];
  now += 1000;
  one.resolve(undefined);
  await both[0];
  now += 1000;
  two.reject(new Error('left to another worker'));
  await expect(both[1]).rejects.toThrow('left to another worker');
  expect([waiting.count, brakes.ask('a')]).toEqual([0, null]);
  now += 101;
  expect(brakes.ask('b')).toMatchObject({ limit: 'wall_time_ms', value: 101 });
});

describe('a run that goes on', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const done = { kind: 'done', call: 1, result: { text: '7' }, errorClass: null } as const;
  const known = (args: Uint8Array | null, action = 'count'): Resume => ({
    calls: new Map([[1, { action, args, outcome: done }]]),
    parked: null,
  });
  const again = (resume: Resume, action: string, args?: unknown) => {
    const run = counter();
    const tools = ['count', 'other'].map((name) => tool(name, run.count));
    const { waist } = setUp(tools, { resume });
    return waist.dispatch({ ...call(action), args }).finally(() => expect(run.calls()).toBe(0));
  };
  const diverged = { code: 'runseal.resume_diverged' };

  test('asks for its calls by the same action and the same arguments, where those were kept', async () => {
    const x = { text: 'x' };
    expect(await again(known(bytes('{"text":"x"}')), 'count', x)).toEqual(done);
    expect(await again(known(null), 'count', { text: 'anything' })).toEqual(done);
    expect(await again(known(bytes('{"text":"x"}')), 'count')).toEqual(done);
    await expect(again(known(bytes('{"text":"x"}')), 'other', x)).rejects.toMatchObject(diverged);
    await expect(again(known(null), 'other', x)).rejects.toMatchObject(diverged);
    await expect(again(known(bytes('{"text":"x"}')), 'count', { text: 'y' })).rejects.toMatchObject(diverged);
  });

  test('knows a call again by the name that the record could hold', async () => {
    const words = 'tell Anna Muster';
    expect(await again(known(null, '(not a name)'), words)).toEqual(done);
    expect(await again(known(null, `${'x'.repeat(253)}...`), 'x'.repeat(300))).toEqual(done);
  });

  test('waits on for the answer to what was asked: the same request, the same people, until the same time', async () => {
    const first = parkedCall();
    await first.waist.dispatch({ ...call('count'), signal: AbortSignal.abort() });
    const asked = await first.asked;
    const theirs = { ...policy, of: ['ana'] };
    const parked = { ...asked, policy: theirs, expiresAt: 42, args: first.recorder.contentOf(asked.args) };
    const next = parkedCall({ resume: { calls: new Map(), parked } });
    const caller = new AbortController();
    const going = next.waist.dispatch({ ...call('count'), signal: caller.signal });
    expect(await next.asked).toMatchObject({
      approval: asked.approval,
      policy: theirs,
      expiresAt: 42,
      args: asked.args,
    });
    caller.abort();
    expect(await going).toMatchObject({ reason: 'approval_withdrawn' });
    expect(next.types()).toEqual(['approval.decided', 'dispatch.rejected']);
    // Another call asks anew.
    await next.waist.dispatch({ ...call('count', { text: 'y' }), signal: AbortSignal.abort() });
    expect(next.recorder.payloads('approval.requested')).toMatchObject([{ call: 2 }]);
    expect(next.recorder.payloads('approval.requested')[0]!['approval']).not.toBe(asked.approval);
  });
});
