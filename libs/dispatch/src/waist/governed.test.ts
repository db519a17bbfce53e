import type { ApprovalDesk, ApprovalRequest, Ruling } from '../approvals/desk.ts';
import { NO_BRAKES } from '../brakes/brakes.ts';
import { memoryBudget } from '../budget/budget.ts';
import { DispatchError } from '../errors.ts';
import { grantOf } from '../grant.ts';
import { workspaceWrite } from '../tools/workspace-write.ts';
import { call, counter, echo, setUp, tool } from './fixtures/set-up.ts';

describe('scopes', () => {
  test('a call out of its bounds is refused and never runs', async () => {
    const { waist, recorder } = setUp([workspaceWrite], {
      grant: grantOf([{ action: 'workspace_write', paths: ['src/**'] }]),
    });
    const outcome = await waist.dispatch(call('workspace_write', { path: 'etc/passwd', content: 'x' }));
    expect(outcome).toMatchObject({ kind: 'rejected', reason: 'scope_denied' });
    expect(recorder.payloads('dispatch.start')).toEqual([]);
  });

  test('a program that nobody trusts does not run below a microvm', async () => {
    const run = counter();
    const { waist } = setUp([{ ...tool('program', run.count), runsPrograms: true }]);
    expect(await waist.dispatch(call('program'))).toMatchObject({ reason: 'containment_unavailable' });
    expect(run.calls()).toBe(0);
  });

  test('the record says what a call needed, and what runs no program needs nothing', async () => {
    const { waist, recorder } = setUp([{ ...tool('program', () => Promise.resolve('')), runsPrograms: true }, echo], {
      grant: grantOf([{ action: 'program', trust: 'trusted' }, 'echo']),
    });
    await waist.dispatch(call('program'));
    await waist.dispatch(call('echo'));
    expect(recorder.payloads('dispatch.start')).toMatchObject([
      { runs_program: true, floor: 'process' },
      { runs_program: false },
    ]);
  });
});

describe('brakes', () => {
  test('the call that crosses a limit is refused itself, the run is halted, and the record says why', async () => {
    const run = counter();
    const { waist, recorder, killSwitch } = setUp([tool('count', run.count)], { brakes: { ...NO_BRAKES, repeats: 3 } });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => waist.dispatch(call('count'))));
    expect(run.calls()).toBeLessThanOrEqual(3);
    expect(outcomes.filter(({ kind }) => kind === 'rejected').length).toBeGreaterThanOrEqual(7);
    expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'repeats', value: 4, allowed: 3 }]);
    expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
    expect(recorder.payloads('dispatch.rejected').every(({ reason }) => reason === 'run_halted')).toBe(true);
  });

  test('tokens over the limit halt the run at once, with the first reason', async () => {
    const { waist, recorder, killSwitch } = setUp([echo], { brakes: { ...NO_BRAKES, tokens: 10 } });
    const usage = {
      input_tokens: 8,
      output_tokens: 8,
      cached_input_tokens: null,
      reasoning_tokens: null,
      source: 'measured',
    } as const;
    await (await waist.meter.begin(1))!(usage);
    await (await waist.meter.begin(1))!(usage);
    expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'tokens', value: 16, allowed: 10 }]);
    expect(killSwitch.signal.aborted).toBe(true);
    expect(await waist.dispatch(call('echo'))).toMatchObject({ reason: 'run_halted' });
  });

  test('tokens still being used halt the run only when they would cross its limit', async () => {
    const { waist, recorder, killSwitch } = setUp([echo], { brakes: { ...NO_BRAKES, tokens: 10 } });
    expect(waist.meter.overrun({ input: 5, output: 5 })).toBeNull();
    await waist.meter.overrun({ input: 5, output: 6 })!();
    expect(recorder.payloads('brake.engaged')).toMatchObject([{ limit: 'tokens', value: 11, allowed: 10 }]);
    expect(killSwitch.engaged).toMatchObject({ by: 'waist' });
  });

  test('a budget is never passed by calls that come at once', async () => {
    const run = counter();
    const budget = memoryBudget({ calls: 3, tokens: null, costMicros: null });
    const { waist } = setUp([tool('count', run.count)], { budget });
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => waist.dispatch(call('count'))));
    expect(run.calls()).toBe(3);
    expect(outcomes.filter((one) => one.kind === 'rejected' && one.reason === 'budget_exceeded')).toHaveLength(9);
    expect(budget.standing.calls).toBe(3);
  });
});

describe('approvals', () => {
  const policy = { required: 1, of: [], never: false, expiresMs: 60_000 };

  /** A desk of one person, who says what the test says. */
  function deskOf(state: (request: ApprovalRequest) => Ruling['state'] | 'released') {
    const asked: ApprovalRequest[] = [];
    const used = new Set<string>();
    const desk: ApprovalDesk = {
      ask: (request) => Promise.resolve(void asked.push(request)),
      ruling(approval) {
        const request = asked.find((one) => one.approval === approval)!;
        const said = state(request);
        if (said === 'released') return Promise.reject(new DispatchError('runseal.run_released', ''));
        const decision = said === 'approved' || said === 'denied' ? said : null;
        return Promise.resolve({
          state: said,
          decisions:
            decision === null
              ? []
              : [
                  {
                    principal: 'ana',
                    decision,
                    reason: 'so',
                    commitment: request.args.commitment,
                    self: false,
                    decidedAt: 1,
                  },
                ],
        });
      },
      use: (approval) => Promise.resolve(!used.has(approval) && used.add(approval).size > 0),
    };
    return { desk, asked };
  }
  const gated = (state: Parameters<typeof deskOf>[0]) => {
    const run = counter();
    const { desk, asked } = deskOf(state);
    return { run, asked, ...setUp([tool('count', run.count)], { desk, approvals: new Map([['count', policy]]) }) };
  };

  test('what runs is exactly what was asked about, and the decision is on the record before', async () => {
    const { waist, recorder, types, run } = gated(() => 'approved');
    await waist.dispatch(call('count'));
    expect(types()).toEqual(['approval.requested', 'approval.decided', 'dispatch.start', 'dispatch.end']);
    const [start] = recorder.payloads('dispatch.start');
    const [requested] = recorder.payloads('approval.requested');
    expect(start!['arguments']).toEqual(requested!['arguments']);
    expect(run.calls()).toBe(1);
  });

  test.each([
    ['denied', 'approval_denied'],
    ['expired', 'approval_expired'],
    ['withdrawn', 'approval_withdrawn'],
  ] as const)('one that is %s never reaches the tool', async (state, reason) => {
    const { waist, types, run } = gated(() => state);
    expect(await waist.dispatch(call('count'))).toMatchObject({ kind: 'rejected', reason });
    expect(types()).toEqual(['approval.requested', 'approval.decided', 'dispatch.rejected']);
    expect(run.calls()).toBe(0);
  });

  test('what people write is content, in a yes and in a no; the caller is told of a no in full', async () => {
    for (const state of ['approved', 'denied'] as const) {
      const { waist, recorder, textOf } = gated(() => state);
      const outcome = await waist.dispatch(call('count'));
      const [decided] = recorder.payloads('approval.decided');
      expect(textOf(decided!.reason)).toBe('so');
      if (state === 'approved') continue;
      expect(outcome).toMatchObject({ detail: 'People decided that this call may not happen. ana said: so' });
      const [rejected] = recorder.payloads('dispatch.rejected');
      expect(rejected!.detail).toBe('People decided that this call may not happen.');
      expect(textOf(rejected!.told)).toBe((outcome as { detail: string }).detail);
    }
  });

  test('a halt that comes with the approval wins', async () => {
    const { waist, killSwitch, run } = gated(() => (killSwitch.engage('stop', 'bob'), 'approved'));
    expect(await waist.dispatch(call('count'))).toMatchObject({ reason: 'run_halted' });
    expect(run.calls()).toBe(0);
  });

  test('without anybody to ask, what needs people is refused', async () => {
    const run = counter();
    const { waist } = setUp([tool('count', run.count)], { approvals: new Map([['count', policy]]) });
    expect(await waist.dispatch(call('count'))).toMatchObject({ reason: 'approval_unavailable' });
    expect(run.calls()).toBe(0);
  });

  test('a policy that asks nobody needs nobody to ask', async () => {
    const run = counter();
    const nobody = new Map([['count', { ...policy, required: 0 }]]);
    const { waist } = setUp([tool('count', run.count)], { approvals: nobody });
    expect(await waist.dispatch(call('count'))).toMatchObject({ kind: 'done' });
    expect(run.calls()).toBe(1);
  });

  test('an approval that was taken for a call before is good for no other', async () => {
    const run = counter();
    const { desk } = deskOf(() => 'approved');
    const spent: ApprovalDesk = { ...desk, use: () => Promise.resolve(false) };
    const { waist, types } = setUp([tool('count', run.count)], {
      desk: spent,
      approvals: new Map([['count', policy]]),
    });
    expect(await waist.dispatch(call('count'))).toMatchObject({ kind: 'rejected', reason: 'approval_used' });
    expect(types()).toEqual(['approval.requested', 'approval.decided', 'dispatch.rejected']);
    expect(run.calls()).toBe(0);
  });

  test('a run that is left to another worker writes nothing more', async () => {
    const { waist, types } = gated(() => 'released');
    await expect(waist.dispatch(call('count'))).rejects.toMatchObject({ code: 'runseal.run_released' });
    await expect(waist.dispatch(call('count'))).rejects.toMatchObject({ code: 'runseal.record_unavailable' });
    expect(types()).toEqual(['approval.requested']);
  });

  test('a run that goes on tells its calls again, and refuses to be another run', async () => {
    const first = gated(() => 'released');
    await first.waist.dispatch(call('count', { text: 'x' })).catch(() => undefined);
    const asked = first.asked[0]!;
    const known = { action: 'count', args: new TextEncoder().encode('{"text":"before"}') };
    const resume = {
      calls: new Map([
        [1, { ...known, outcome: { kind: 'done', call: 1, result: { text: '7' }, errorClass: null } as const }],
      ]),
      parked: {
        call: 2,
        action: 'count',
        approval: asked.approval,
        args: first.recorder.contentOf(asked.args),
        policy,
        expiresAt: asked.expiresAt,
      },
    };
    const { desk } = deskOf(() => 'approved');
    await desk.ask({ ...asked, call: 2 });
    const run = counter();
    const next = setUp([tool('count', run.count)], { desk, approvals: new Map([['count', policy]]), resume });
    expect(await next.waist.dispatch(call('count', { text: 'before' }))).toMatchObject({ result: { text: '7' } });
    expect(run.calls()).toBe(0);
    expect(await next.waist.dispatch(call('count', { text: 'x' }))).toMatchObject({ kind: 'done', call: 2 });
    expect(next.types()).toEqual(['approval.decided', 'dispatch.start', 'dispatch.end']);
    expect(next.recorder.payloads('approval.decided')).toMatchObject([{ resumed: true }]);

    const under = (name: string, text: string) => {
      const tools = ['count', 'other'].map((each) => tool(each, run.count));
      const gates = new Map(['count', 'other'].map((each) => [each, policy]));
      const { waist } = setUp(tools, { desk: deskOf(() => 'approved').desk, approvals: gates, resume, firstCall: 2 });
      return waist.dispatch(call(name, { text }));
    };
    // Whoever goes on with the run may ask for something else under the yes that people gave to this call.
    await expect(under('count', 'not what they saw')).rejects.toMatchObject({ code: 'runseal.resume_diverged' });
    await expect(under('other', 'x')).rejects.toMatchObject({ code: 'runseal.resume_diverged' });
    expect(run.calls()).toBe(1);

    const other = setUp([tool('count', run.count)], { desk, approvals: new Map([['count', policy]]), resume });
    await expect(other.waist.dispatch(call('count', { text: 'else' }))).rejects.toMatchObject({
      code: 'runseal.resume_diverged',
    });
  });
});
