import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpineError } from '@runseal/spine';
import { openTestRun, type TestRun, type TestRunOptions } from '../testing/index.ts';
import { echoDriver } from './echo-driver.ts';

describe('the echo harness', () => {
  let run: TestRun;
  const drive = async (options: TestRunOptions) => {
    run = await openTestRun(options);
    return echoDriver().run(run.context);
  };
  afterEach(() => run.remove());

  it('dispatches the lines of its objective in order, one a step, and reports', async () => {
    const result = await drive({
      objective:
        'Leave a note.\n@workspace_write {"path":"note.txt","content":"hello"}\n@workspace_read {"path":"note.txt"}',
    });
    expect(result).toMatchObject({ finished: 'completed', steps: 3, usage: null, errorClass: null, lost: 0 });
    expect(result.finalText).toMatch(/^Leave a note\.\n\nDone:\n- workspace_write: .+\n- workspace_read: hello$/s);
    expect(await readFile(join(run.context.workspace, 'note.txt'), 'utf8')).toBe('hello');
    expect(run.types()).toEqual([
      'episode.started',
      'dispatch.start',
      'dispatch.end',
      'dispatch.start',
      'dispatch.end',
      'episode.ended',
    ]);
  });

  it('records its final message as content of the end, and no model', async () => {
    const result = await drive({ objective: 'Just words.' });
    const [ended] = run.recorder.payloads('episode.ended');
    expect(ended).toMatchObject({ completion: 'native', failed: false, usage: null });
    expect(Buffer.from(run.recorder.contentOf(result.final!).bytes).toString()).toBe('Just words.');
    expect(run.types()).not.toContain('model.called');
  });

  it('says the same every time', async () => {
    const objective = 'Twice.\n@workspace_list {}';
    const first = await drive({ objective });
    await run.remove();
    expect((await drive({ objective })).finalText).toBe(first.finalText);
  });

  it('shows a refused call as a result and goes on', async () => {
    const result = await drive({
      objective: '@workspace_write {"path":"x","content":""}\n@workspace_list {}',
      grant: ['workspace_list'],
    });
    expect(result.finished).toBe('completed');
    expect(result.finalText).toMatch(/workspace_write: error: refused \(capability_denied\)/);
  });

  it('never mends arguments that are not plain JSON', async () => {
    await drive({ objective: '@workspace_write {"path":"a","path":"b","content":""}' });
    expect(run.types()).toEqual(['episode.started', 'dispatch.rejected', 'episode.ended']);
    expect(run.recorder.payloads('dispatch.rejected')[0]).toMatchObject({ reason: 'arguments_invalid' });
  });

  it('stops at its steps, and that is a failure', async () => {
    const result = await drive({
      objective: '@workspace_list {}\n@workspace_list {}\n@workspace_list {}',
      maxSteps: 2,
    });
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'step_limit', steps: 2, final: null });
    expect(run.recorder.payloads('dispatch.end')).toHaveLength(2);
  });

  it('is halted whatever else it was about to say', async () => {
    run = await openTestRun({ objective: 'Nothing to do.' });
    run.context.killSwitch.engage('enough', 'tester');
    expect(await echoDriver().run(run.context)).toMatchObject({ finished: 'halted', errorClass: 'run_halted' });
    const [ended] = run.recorder.payloads('episode.ended') as unknown as [{ error: { commitment: Uint8Array } }];
    expect(ended).toMatchObject({ failed: true, error_class: 'run_halted' });
    expect(Buffer.from(run.recorder.contentOf(ended.error).bytes).toString()).toBe('episode halted: enough');
  });

  it('stops when the record cannot be written', async () => {
    run = await openTestRun({ objective: '@workspace_list {}' });
    run.recorder.failWith(new SpineError('runseal.store_unavailable', 'gone'));
    await expect(echoDriver().run(run.context)).rejects.toMatchObject({ code: 'recorder_failed' });
  });

  it('has no profiles', async () => {
    await expect(drive({ profile: 'strict' })).rejects.toMatchObject({ code: 'profile_unknown' });
  });
});
