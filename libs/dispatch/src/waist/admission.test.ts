import type { Sandbox } from '../containment/sandbox.ts';
import { grantOf, narrowGrant } from '../grant.ts';
import type { Waist } from '../waist.ts';
import { NO_NAME } from '../tools/names.ts';
import { call, counter, echo, setUp, tool } from './fixtures/set-up.ts';

test.each([
  ['action_unknown', call('nothing')],
  ['capability_denied', call('hidden')],
  ['arguments_invalid', call('echo', { text: 1 })],
  ['arguments_invalid', call('echo', { text: '\ud800' })],
  ['arguments_invalid', call('echo', { text: 'x', more: 1 })],
  ['arguments_too_large', call('echo', { text: 'x'.repeat(9_000_000) })],
])('a call is refused with %s and nothing is run', async (reason, request) => {
  const run = counter();
  const { waist, recorder, types } = setUp([tool('echo', run.count), tool('hidden', run.count)], {
    grant: grantOf(['echo']),
  });
  expect(await waist.dispatch(request)).toMatchObject({ kind: 'rejected', call: 1, reason });
  expect(types()).toEqual(['dispatch.rejected']);
  expect(recorder.payloads('dispatch.rejected')[0]).toMatchObject({ call: 1, reason, via: 'native' });
  expect(run.calls()).toBe(0);
});

test('refused arguments are kept as received, unless they are too large', async () => {
  const { waist, recorder, textOf } = setUp([echo]);
  await waist.dispatch(call('echo', { text: '\ud800' }));
  await waist.dispatch(call('echo', { text: 'x'.repeat(9_000_000) }));
  const [odd, large] = recorder.payloads('dispatch.rejected');
  expect(textOf(odd!.arguments)).toBe('{"text":"\\ud800"}');
  expect(large!.arguments).toBeNull();
});

test('a refusal quotes nothing: what is said of the arguments is content, and an action that is no name is not kept', async () => {
  const { waist, recorder, textOf } = setUp([echo]);
  const outcomes = [
    await waist.dispatch(call('echo', { text: 'x', 'Anna Muster': 1 })),
    await waist.dispatch(call('echo', { 'Anna Muster': Number.NaN })),
    await waist.refuse(call('echo'), 'arguments_invalid', 'The key "Anna Muster" is given twice: give it once.'),
  ];
  const refused = recorder.payloads('dispatch.rejected');
  expect(refused.map(({ told }) => textOf(told))).toEqual(
    outcomes.map((outcome) => (outcome.kind === 'rejected' ? outcome.detail : 'it was taken')),
  );
  expect(refused.every(({ told }) => textOf(told).includes('Anna Muster'))).toBe(true);
  await waist.dispatch(call('tell Anna Muster'));
  expect(recorder.payloads('dispatch.rejected')[3]).toMatchObject({ action: NO_NAME, reason: 'action_unknown' });
  expect(recorder.payloads('dispatch.rejected')[3]).not.toHaveProperty('told');
  expect(JSON.stringify(recorder.payloads('dispatch.rejected'))).not.toContain('Anna');
});

test('a caller is told which field is wrong', async () => {
  const { waist } = setUp([echo]);
  const told = async (args: unknown) => (await waist.dispatch(call('echo', args))) as { detail: string };
  expect((await told({ text: 1 })).detail).toMatch(/^text: /);
  expect((await told('x')).detail).toMatch(/^arguments: /);
});

test('only granted tools are offered', () => {
  const { waist } = setUp([echo, tool('hidden', () => Promise.resolve(''))], {
    grant: grantOf(['echo', 'unheard_of']),
  });
  expect(waist.offered.map(({ name }) => name)).toEqual(['echo']);
});

test('call numbers count every call, refused or not, and go on where the record left off', async () => {
  const { waist, recorder } = setUp([echo], { firstCall: 5 });
  const outcomes = await Promise.all([
    waist.dispatch(call('echo')),
    waist.dispatch(call('nothing')),
    waist.dispatch(call('echo')),
  ]);
  expect(outcomes.map((outcome) => outcome.call)).toEqual([5, 6, 7]);
  expect(waist.calls).toBe(7);
  expect(
    recorder
      .payloads('dispatch.end')
      .map((payload) => payload.call)
      .sort(),
  ).toEqual([5, 7]);
});

test('the call that crosses the budget is refused, and the brake is recorded once', async () => {
  const { waist, recorder, types } = setUp([echo], { maxCalls: 1 });
  await waist.dispatch(call('echo'));
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'rejected', reason: 'budget_exceeded' });
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'rejected', reason: 'budget_exceeded' });
  expect(types()).toEqual([
    'dispatch.start',
    'dispatch.end',
    'brake.engaged',
    'dispatch.rejected',
    'dispatch.rejected',
  ]);
  expect(recorder.payloads('brake.engaged')[0]).toMatchObject({ limit: 'max_calls', value: 2, allowed: 1 });
});

test('a caller that does not stop after its budget halts the run', async () => {
  const { waist, killSwitch } = setUp([echo], { maxCalls: 1 });
  for (let i = 0; i < 40; i += 1) await waist.dispatch(call('echo'));
  expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
  expect(await waist.dispatch(call('echo'))).toMatchObject({ reason: 'run_halted' });
});

test.each([
  ['unknown actions', (waist: Waist) => waist.dispatch(call('nothing'))],
  ['arguments of no use', (waist: Waist) => waist.dispatch(call('echo', { text: 1 }))],
  ['what is refused in front of it', (waist: Waist) => waist.refuse(call('echo'), 'not_conformant', 'prove it first')],
] as const)('a caller that goes on with %s after all the calls it may make halts the run, too', async (_, ask) => {
  const { waist, recorder, killSwitch } = setUp([echo], { maxCalls: 10 });
  for (let i = 0; i < 10; i += 1) await ask(waist);
  expect([killSwitch.engaged, recorder.payloads('brake.engaged')]).toEqual([null, []]);
  for (let i = 0; i < 40; i += 1) await ask(waist);
  expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
  expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'max_calls', value: 11, allowed: 10 }]);
});

test('a program is refused when the sandbox is weaker than the floor', async () => {
  const run = counter();
  const { waist } = setUp([{ ...tool('program', run.count), runsPrograms: true }, echo], { floor: 'kernel' });
  expect(await waist.dispatch(call('program'))).toMatchObject({ kind: 'rejected', reason: 'containment_unavailable' });
  expect(run.calls()).toBe(0);
  expect(await waist.dispatch(call('echo'))).toMatchObject({ kind: 'done' });
});

describe('the level a program needs', () => {
  const program = (run: Parameters<typeof tool>[1]) =>
    ({ ...tool('program', run), runsPrograms: true, trust: 'trusted' }) as const;
  const trusted = { action: 'program', trust: 'trusted' } as const;

  test('is the floor of the run, however much the program is trusted', async () => {
    const run = counter();
    const { waist } = setUp([program(run.count)], { floor: 'kernel', grant: grantOf([trusted]) });
    expect(await waist.dispatch(call('program'))).toMatchObject({ reason: 'containment_unavailable' });
    expect(run.calls()).toBe(0);
  });

  test('is what the grant says of it and not what the program says of itself, and of two grants the stronger', async () => {
    const run = counter();
    const untrusted = { action: 'program', trust: 'untrusted' } as const;
    const asked = async (grant: ReturnType<typeof grantOf>, own: 'trusted' | 'untrusted') => {
      const { waist } = setUp([{ ...program(run.count), trust: own }], { grant });
      return (await waist.dispatch(call('program'))).kind;
    };
    expect(await asked(grantOf(['program']), 'trusted')).toBe('done');
    expect(await asked(grantOf([trusted]), 'untrusted')).toBe('done');
    expect(await asked(grantOf([{ action: 'program', arguments: {} }]), 'trusted')).toBe('done');
    expect(await asked(grantOf([untrusted]), 'trusted')).toBe('rejected');
    expect(await asked(narrowGrant(grantOf([untrusted]), [trusted]), 'trusted')).toBe('rejected');
    expect(await asked(narrowGrant(grantOf([trusted]), [untrusted]), 'trusted')).toBe('rejected');
    expect(run.calls()).toBe(3);
  });

  test('goes with the call to the sandbox, and the level that is enforced onto the record', async () => {
    const sandbox: Sandbox = {
      probe: () => Promise.resolve({ level: 'microvm', reason: '', mechanism: 'as the test says' }),
      start: () => Promise.reject(new Error('nothing is started here')),
    };
    const floorOf = async (grant: ReturnType<typeof grantOf>, runsPrograms: boolean) => {
      let floor: string | undefined;
      const look = program((_, context) => Promise.resolve((floor = context.floor)));
      const { waist, recorder } = setUp([{ ...look, runsPrograms }], { sandbox, grant, floor: 'kernel' });
      await waist.dispatch(call('program'));
      return [floor, recorder.payloads('dispatch.start')[0]!['containment']];
    };
    expect(await floorOf(grantOf([trusted]), true)).toEqual(['kernel', 'microvm']);
    expect(await floorOf(grantOf([{ action: 'program', trust: 'untrusted' }]), true)).toEqual(['microvm', 'microvm']);
    expect(await floorOf(grantOf(['program']), false)).toEqual(['kernel', 'process']);
  });
});

test('a run that is halted while a call is looked at refuses it, and asks nobody about it', async () => {
  const run = counter();
  const asked: unknown[] = [];
  const look = {
    ...tool('look', run.count),
    touchable: ['paths'] as const,
    touches: () => (killSwitch.engage('enough', 'ann'), { paths: [] }),
  };
  const policy = { required: 1, of: [], never: false, expiresMs: 60_000 };
  const { waist, killSwitch, types } = setUp([look], {
    grant: grantOf([{ action: 'look', paths: ['**'] }]),
    approvals: new Map([['look', policy]]),
    desk: {
      ask: (request) => Promise.resolve(void asked.push(request)),
      ruling: () => Promise.resolve({ state: 'withdrawn', decisions: [] }),
      use: () => Promise.resolve(false),
    },
  });
  expect(await waist.dispatch(call('look'))).toMatchObject({ kind: 'rejected', reason: 'run_halted' });
  expect([types(), asked, run.calls()]).toEqual([['dispatch.rejected'], [], 0]);
});

test('what nobody can allow is refused, and nobody is asked', async () => {
  const run = counter();
  const { waist, types } = setUp([tool('count', run.count)], {
    approvals: new Map([['count', { required: 0, of: [], never: true, expiresMs: 1 }]]),
  });
  expect(await waist.dispatch(call('count'))).toMatchObject({ kind: 'rejected', reason: 'approval_denied' });
  expect([types(), run.calls()]).toEqual([['dispatch.rejected'], 0]);
});

test('a refusal decided in front of the waist is recorded with its reason', async () => {
  const { waist, recorder, killSwitch, textOf } = setUp([echo]);
  expect(await waist.refuse({ ...call('echo'), via: 'bridge' }, 'not_conformant', 'prove it first')).toMatchObject({
    kind: 'rejected',
    call: 1,
    reason: 'not_conformant',
  });
  expect(
    await waist.refuse(
      { ...call('echo'), args: undefined, via: 'bridge' },
      'arguments_invalid',
      'two keys of one name',
    ),
  ).toMatchObject({ call: 2 });
  killSwitch.engage('enough', 'ann');
  expect(await waist.refuse(call('echo'), 'not_conformant', 'prove it first')).toMatchObject({
    call: 3,
    reason: 'run_halted',
  });
  const [first, second] = recorder.payloads('dispatch.rejected');
  expect(first).toMatchObject({ reason: 'not_conformant', detail: 'prove it first', via: 'bridge' });
  expect(textOf(first!.arguments)).toBe('{"text":"x"}');
  expect(second!.arguments).toBeNull();
});

test.each([
  ['two tools of one name', [echo, echo]],
  ['a name that could not stand in a grant', [tool('Bad-Name', () => Promise.resolve(''))]],
])('%s is refused', (_, tools) => {
  try {
    setUp(tools);
    throw new Error('it was taken');
  } catch (error) {
    expect(error).toMatchObject({ code: 'runseal.tool_invalid' });
  }
});
