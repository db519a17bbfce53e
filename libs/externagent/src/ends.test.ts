/** Every way an external run can end, by a real subprocess, and how the record knows. docs/gaps-and-ends.md has the table. */
import { readdirSync, readFileSync } from 'node:fs';
import { processSandbox, type Sandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun, type TestRunOptions } from '@runseal/harness/testing';
import { externalDriver } from './driver.ts';
import { scriptedAdapter, type Step } from './testing/scripted.ts';
import { until } from './testing/wait.ts';

const START: Step[] = [{ read: true }, { probe: 'right' }];
const SAID: Step = { line: { type: 'text', text: 'all done' } };
const DONE: Step = { line: { type: 'done' } };

let run: TestRun;
afterEach(() => run.remove());

const open = async (script: readonly Step[], options: TestRunOptions = {}, sandbox: Sandbox = processSandbox()) => {
  run = await openTestRun({ objective: 'Do it.', sandbox, ...options });
  return externalDriver(scriptedAdapter([...START, ...script]), sandbox);
};
const drive = async (...how: Parameters<typeof open>) => (await open(...how)).run(run.context);
const ended = () => run.recorder.payloads('episode.ended');

it.each<[string, readonly Step[], object, object]>([
  ['says that it is done', [SAID, DONE], { completion: 'terminal_frame', exit_code: 0 }, { finished: 'completed' }],
  [
    'says that it failed, and exits well',
    [{ line: { type: 'error', text: 'quota' } }],
    { completion: 'terminal_frame', exit_code: 0 },
    { finished: 'failed', errorClass: 'harness_failed', error: 'quota' },
  ],
  [
    'says that it is done, and exits badly',
    [DONE, { exit: 3 }],
    { completion: 'terminal_frame', exit_code: 3 },
    { finished: 'failed', errorClass: 'harness_failed' },
  ],
  ['stops talking and exits well', [SAID], { completion: 'inferred', exit_code: 0 }, { finished: 'completed' }],
  [
    'says nothing and exits well',
    [],
    { completion: 'exit_code', exit_code: 0 },
    { finished: 'completed', finalText: null },
  ],
  [
    'exits badly without a word of it',
    [SAID, { exit: 7 }],
    { completion: 'exit_code', exit_code: 7 },
    { finished: 'failed', errorClass: 'harness_failed' },
  ],
  [
    'crashes',
    [SAID, { die: 'SIGSEGV' }],
    { completion: 'signal', exit_code: null, signal: 'SIGSEGV' },
    { finished: 'failed', errorClass: 'harness_failed' },
  ],
  [
    'is killed by somebody else',
    [SAID, { die: 'SIGKILL' }],
    { completion: 'signal', exit_code: null, signal: 'SIGKILL' },
    { finished: 'failed', errorClass: 'harness_failed' },
  ],
])('a program that %s', async (_title, script, episode, result) => {
  expect(await drive(script)).toMatchObject(result);
  expect(ended()).toMatchObject([{ children_survived: 0, ...episode }]);
});

it('a program that never ends is killed at its time-out, whatever it said', async () => {
  expect(await drive([SAID, { deaf: true }, { hang: true }], { timeoutMs: 4000 })).toMatchObject({
    finished: 'failed',
    errorClass: 'timed_out',
  });
  expect(ended()).toMatchObject([{ completion: 'killed', failed: true, error_class: 'timed_out', exit_code: null }]);
});

it('a program that is halted is killed, and what it said until then stands', async () => {
  const driver = await open([SAID, { deaf: true }, { hang: true }]);
  const running = driver.run(run.context);
  await until('it is running', () => run.types().includes('provenance.attested'));
  run.context.killSwitch.engage('enough', 'tester');
  expect(await running).toMatchObject({ finished: 'halted', errorClass: 'run_halted', finalText: 'all done' });
  expect(ended()).toMatchObject([{ completion: 'killed', failed: true, error_class: 'run_halted' }]);
});

it('what it leaves behind goes with it', async () => {
  expect(await drive([{ leave: true }, SAID, DONE])).toMatchObject({ finished: 'completed' });
  expect(ended()).toMatchObject([{ completion: 'terminal_frame', children_survived: 0 }]);
  const left = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && argvOf(pid).includes('setInterval(() => {}, 1000)'),
  );
  expect(left.filter((pid) => environmentOf(pid).includes(run.context.scratch))).toEqual([]);
});

it('what cannot be killed is counted on the record, and is a gap', async () => {
  const inner = processSandbox();
  const leaky: Sandbox = {
    probe: () => inner.probe(),
    async start(spec) {
      const program = await inner.start(spec);
      return { ...program, exited: program.exited.then((exit) => ({ ...exit, survivors: 2 })) };
    },
  };
  expect(await drive([SAID, DONE], {}, leaky)).toMatchObject({ finished: 'completed' });
  expect(ended()).toMatchObject([{ completion: 'terminal_frame', children_survived: 2 }]);
  expect(run.recorder.payloads('provenance.gap').at(-1)).toMatchObject({
    surface: 'shell',
    reason: 'children_survived',
    count: 2,
  });
});

it('a program that is not there is not started', async () => {
  run = await openTestRun({ objective: 'Do it.' });
  const driver = externalDriver(scriptedAdapter([], { invocation: { path: '/nowhere/program' } }), processSandbox());
  await expect(driver.run(run.context)).rejects.toMatchObject({ code: 'spawn_failed' });
  expect(ended()).toMatchObject([{ completion: 'not_started', error_class: 'spawn_failed', exit_code: null }]);
});

const argvOf = (pid: string): string => read(`/proc/${pid}/cmdline`);
const environmentOf = (pid: string): string => read(`/proc/${pid}/environ`);

/** A process may be gone by now. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
