import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { processSandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun, type TestRunOptions } from '@runseal/harness/testing';
import { SpineError, type Recorder } from '@runseal/spine';
import { referenceAdapter } from './adapters/reference/index.ts';
import type { Adapter } from './adapter.ts';
import { externalDriver } from './driver.ts';
import { PROVIDER_KEY, scriptedAdapter, type Step } from './testing/scripted.ts';
import { waitingTool } from './testing/tools.ts';
import { until } from './testing/wait.ts';

const START: Step[] = [{ read: true }, { probe: 'right' }];
const END: Step[] = [{ line: { type: 'text', text: 'all done' } }, { line: { type: 'done' } }];

describe('an external harness', () => {
  let run: TestRun;
  afterEach(() => run.remove());

  it('is told its guidance first, and by guidance alone nothing is started', async () => {
    run = await openTestRun({ guidance: 'Be brief.', objective: ' \n' });
    const adapter = scriptedAdapter([...START, ...END]);
    await expect(externalDriver(adapter, processSandbox()).run(run.context)).rejects.toMatchObject({
      code: 'harness_refused',
    });
    expect(run.types()).toEqual([]);
    await run.remove();
    run = await openTestRun({ guidance: 'Be brief.', objective: 'Count.', stopCondition: 'It is counted.' });
    let input = '';
    const command: Adapter['command'] = (episode) => {
      input = episode.input;
      return adapter.command(episode);
    };
    expect(await externalDriver({ ...adapter, command }, processSandbox()).run(run.context)).toMatchObject({
      finished: 'completed',
    });
    expect(input).toMatch(/^Be brief\.\n\n[^]*conformance_check[^]*\n\nCount\.\n\nDone when: It is counted\.\n$/);
  });

  it('goes on when attested lines cannot be recorded, and what was lost is counted', async () => {
    run = await openTestRun();
    const adapter = scriptedAdapter([...START, ...END]);
    const parse = (line: string) => {
      run.recorder.failWith(line.includes('all done') ? new SpineError('runseal.store_unavailable', 'gone') : null);
      return adapter.parse(line);
    };
    const one = scriptedAdapter(
      [...START, END[0]!, { read: true }, { call: { tool: 'conformance_check', args: {}, report: false } }, END[1]!],
      { parse },
    );
    const result = await externalDriver(one, processSandbox()).run(run.context);
    expect(result).toMatchObject({ finished: 'completed', finalText: 'all done' });
    expect(result.lost).toBeGreaterThanOrEqual(1);
    expect(run.recorder.payloads('provenance.gap').map((gap) => gap['reason'])).toContain('record_lost');
  });

  it('is stopped when another writer has taken the run', async () => {
    run = await openTestRun();
    const adapter = scriptedAdapter([...START, ...END, { hang: true }], {
      parse(line) {
        run.recorder.failWith(new SpineError('runseal.fenced', 'taken over'));
        return [{ kind: 'progress', text: line }];
      },
    });
    await expect(externalDriver(adapter, processSandbox()).run(run.context)).rejects.toMatchObject({
      code: 'recorder_failed',
    });
  });

  /** Drives a program while the first append is held until it is up, and then ends as `first` says. */
  const driveHeld = (script: readonly Step[], first: () => void, parse?: Adapter['parse']) => {
    const { scratch, recorder } = run.context;
    const isUp = () => readdirSync(scratch).some((home) => existsSync(join(scratch, home, 'up')));
    let held = true;
    const append: Recorder['append'] = async (...drafts) => {
      if (held) {
        await until('the program is up', isUp);
        held = false;
        first();
      }
      return recorder.append(...drafts);
    };
    const adapter = scriptedAdapter([{ deaf: true }, ...script], parse === undefined ? {} : { parse });
    return externalDriver(adapter, processSandbox()).run({ ...run.context, recorder: { run: recorder.run, append } });
  };
  const UP: Step = { last: { path: 'up', text: '' } };

  it('is told nothing when its start cannot be recorded', async () => {
    run = await openTestRun();
    const lines: string[] = [];
    const parse = (line: string) => {
      lines.push(line);
      return [{ kind: 'progress' as const }];
    };
    const fail = () => run.recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
    const running = driveHeld([UP, { read: true }, { narrate: true }], fail, parse);
    await expect(running).rejects.toMatchObject({ code: 'recorder_failed' });
    expect(lines.join()).toMatch(/conformance_check with undefined/);
    expect(run.types()).toEqual([]);
  });

  it('is on the record before anything it prints', async () => {
    run = await openTestRun();
    const script = [{ line: { type: 'text', text: 'early' } }, UP, ...START, ...END];
    expect(await driveHeld(script, () => undefined)).toMatchObject({ finished: 'completed' });
    expect(run.types().slice(0, 5)).toEqual([
      'episode.started',
      'provenance.gap',
      'provenance.gap',
      'provenance.gap',
      'provenance.attested',
    ]);
  });

  it('loses a call in flight to its time-out, long before the call’s own', async () => {
    const waiting = waitingTool();
    run = await openTestRun({ tools: [waiting.tool], timeoutMs: 5000, callTimeoutMs: 25_000 });
    const adapter = scriptedAdapter([...START, { call: { tool: 'test_wait', args: {} } }, ...END]);
    expect(await externalDriver(adapter, processSandbox()).run(run.context)).toMatchObject({ errorClass: 'timed_out' });
    expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('loses a call in flight to a halt, and the record says cancelled', async () => {
    const waiting = waitingTool();
    run = await openTestRun({ tools: [waiting.tool] });
    const adapter = scriptedAdapter([...START, { call: { tool: 'test_wait', args: {} } }, ...END]);
    const running = externalDriver(adapter, processSandbox()).run(run.context);
    await waiting.called(1);
    run.context.killSwitch.engage('enough', 'tester');
    expect((await running).finished).toBe('halted');
    expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ outcome: 'cancelled' }]);
  });

  it('is not started after a halt, and that is on the record', async () => {
    run = await openTestRun();
    run.context.killSwitch.engage('enough', 'tester');
    expect(await externalDriver(referenceAdapter(), processSandbox()).run(run.context)).toMatchObject({
      finished: 'halted',
      steps: 0,
    });
    expect(run.recorder.payloads('episode.ended')).toMatchObject([
      { completion: 'not_started', error_class: 'run_halted' },
    ]);
  });

  it.each<[string, Partial<Adapter>, TestRunOptions, string]>([
    ['under a profile it does not have', {}, { profile: 'loose' }, 'profile_unknown'],
    ['without the model it needs', { needsModel: true }, {}, 'model_required'],
    ['below the containment it insists on', { minimumContainment: 'microvm' }, {}, 'harness_refused'],
    ['below the floor of the run', {}, { floor: 'kernel' }, 'containment_unavailable'],
    [
      'when it is not there',
      {
        detect: () =>
          Promise.resolve({
            available: false,
            loggedIn: false,
            version: null,
            reason: 'Install it.',
            refuse: false,
            code: 'harness_missing',
          }),
      },
      {},
      'harness_not_ready',
    ],
    [
      'when it may not run at all',
      {
        detect: () =>
          Promise.resolve({
            available: true,
            loggedIn: true,
            version: '0',
            reason: 'Too old.',
            refuse: true,
            code: 'harness_too_old',
          }),
      },
      {},
      'harness_refused',
    ],
  ])('does not start %s', async (_title, more, options, code) => {
    run = await openTestRun(options);
    await expect(externalDriver(scriptedAdapter(START, more), processSandbox()).run(run.context)).rejects.toMatchObject(
      { code },
    );
    expect(run.types()).toEqual([]);
  });

  it.each<[string, NonNullable<Parameters<typeof scriptedAdapter>[1]>['invocation']]>([
    ['with a secret in argv', { args: ['--key', PROVIDER_KEY] }],
    ['when its program is not there', { path: '/nowhere/program' }],
  ])('does not start %s, and that is on the record', async (_title, invocation) => {
    run = await openTestRun();
    const driver = externalDriver(scriptedAdapter(START, { invocation: invocation! }), processSandbox());
    await expect(driver.run(run.context)).rejects.toMatchObject({ code: 'spawn_failed' });
    expect(run.types()).toEqual(['episode.ended']);
  });

  it('never gets the workspace for writing', async () => {
    run = await openTestRun();
    const mounts = [{ kind: 'rw', host: run.context.workspace, child: '/w' }] as const;
    const driver = externalDriver(scriptedAdapter(START, { invocation: { mounts } }), processSandbox());
    await expect(driver.run(run.context)).rejects.toMatchObject({ code: 'spawn_failed' });
  });

  it('is ready as its adapter says, unless the host is too weak', async () => {
    run = await openTestRun();
    expect(await externalDriver(referenceAdapter(), processSandbox()).ready({})).toMatchObject({
      available: true,
      refuse: false,
    });
    expect(
      await externalDriver(scriptedAdapter([], { minimumContainment: 'kernel' }), processSandbox()).ready({}),
    ).toMatchObject({ refuse: true, code: 'containment_unavailable' });
    const throwing = scriptedAdapter([], { detect: () => Promise.reject(new Error('broken')) });
    expect(await externalDriver(throwing, processSandbox()).ready({})).toMatchObject({
      available: false,
      refuse: true,
    });
  });
});
