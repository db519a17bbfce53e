/** Every gap an external run can have, made to happen by a real subprocess. docs/gaps-and-ends.md says where each is. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { processSandbox, type Sandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun, type TestRunOptions } from '@runseal/harness/testing';
import { parseReferenceLine } from './adapters/reference/parse.ts';
import type { HarnessEvent } from './adapter.ts';
import { externalDriver } from './driver.ts';
import { scriptedAdapter, type Step } from './testing/scripted.ts';
import { echoTool, waitingTool } from './testing/tools.ts';
import { until } from './testing/wait.ts';

const START: Step[] = [{ read: true }, { probe: 'right' }];
const END: Step[] = [{ line: { type: 'text', text: 'all done' } }, { line: { type: 'done' } }];

/** A line may hold the very event it is to become. */
const parse = (line: string): readonly HarnessEvent[] => {
  const said = /^\{"event":(.*)\}$/.exec(line);
  return said === null ? parseReferenceLine(line) : [JSON.parse(said[1]!) as HarnessEvent];
};
const says = (event: HarnessEvent): Step => ({ line: { event } });
const ghost = '{"type":"result","tool":"ghost","args":{},"status":"completed"}';

let run: TestRun;
afterEach(() => run.remove());

const drive = async (script: readonly Step[], options: TestRunOptions = {}, sandbox: Sandbox = processSandbox()) => {
  run = await openTestRun({ tools: [echoTool], objective: 'Do it.', sandbox, ...options });
  return externalDriver(scriptedAdapter([...START, ...script], { parse }), sandbox).run(run.context);
};
const gapsOf = () =>
  run.recorder.payloads('provenance.gap') as unknown as { surface: string; reason: string; count: number }[];
/** Without those that every external run declares. */
const happened = () =>
  gapsOf()
    .filter(({ reason }) => reason !== 'not_observable')
    .map(({ surface, reason, count }) => [surface, reason, count]);

it('a run in which nothing happened declares what nobody sees, and no more', async () => {
  await drive(END);
  expect(gapsOf().map(({ surface, reason }) => [surface, reason])).toEqual([
    ['model_calls', 'not_observable'],
    ['context', 'not_observable'],
    ['egress', 'not_observable'],
  ]);
});

it.each<[string, readonly Step[], readonly (readonly [surface: string, reason: string, count: number])[]]>([
  ['a line longer than is kept', [{ fill: 1_100_000 }, { raw: '\n' }], [['frames', 'line_too_long', 1]]],
  [
    'a line that is no UTF-8',
    [{ hex: '7b2274797065223a2274657874222c2274657874223a22ff227d0a' }],
    [['frames', 'invalid_utf8', 1]],
  ],
  ['a line that is no JSON', [{ raw: 'Segmentation fault\n' }], [['frames', 'unparseable', 1]]],
  ['a line that is JSON and no object', [{ raw: '7\n' }], [['frames', 'not_an_object', 1]]],
  ['a line of a kind nobody knows', [{ line: { type: 'telepathy' } }], [['frames', 'unknown_type', 1]]],
  ['a stderr longer than is kept', [{ stderr: 'e'.repeat(40_000) }], [['frames', 'stderr_truncated', 1]]],
  [
    'commands of its own',
    [says({ kind: 'native_command', command: 'ls' }), says({ kind: 'native_command', command: 'ls' })],
    [['shell', 'outside_waist', 2]],
  ],
  ['files it changed itself', [says({ kind: 'file_change' })], [['file_writes', 'outside_waist', 1]]],
  ['a search of its own', [says({ kind: 'web_search' })], [['web_search', 'outside_waist', 1]]],
  ['a call of somebody else’s server', [says({ kind: 'foreign_mcp_call' })], [['foreign_mcp', 'outside_waist', 1]]],
  [
    'an action of its own whose end it never tells',
    [
      says({ kind: 'native_command', item: 'a', open: true }),
      says({ kind: 'native_command', item: 'a' }),
      says({ kind: 'native_command', item: 'b', open: true }),
    ],
    [
      ['shell', 'outside_waist', 2],
      ['shell', 'unresolved', 1],
    ],
  ],
  ['calls that were turned away unread', [{ send: '{' }, { send: '[' }], [['content', 'request_refused', 2]]],
  ['a call that never came over the bridge', [{ raw: `${ghost}\n` }], [['dispatch', 'reported_not_dispatched', 1]]],
  [
    'a call it reports otherwise',
    [
      { call: { tool: 'test_echo', args: { text: 'a' }, report: false } },
      { line: { type: 'result', tool: 'test_echo', args: { text: 'a' }, status: 'failed' } },
    ],
    [['dispatch', 'contradictory_report', 1]],
  ],
])('tells %s', async (_title, script, expected) => {
  await drive([...script, ...END]);
  expect(happened()).toEqual(expected);
});

it('tells of more reports than are compared', async () => {
  await drive([{ lines: { count: 10_500, text: ghost } }, ...END]);
  expect(happened()).toEqual([
    ['dispatch', 'reports_not_reconciled', 500],
    ['dispatch', 'reported_not_dispatched', 10_000],
  ]);
});

it('tells a result that found nobody to take it', async () => {
  const waiting = waitingTool();
  const running = drive([{ hangUp: { tool: 'test_wait', args: {}, file: 'go' } }, ...END], { tools: [waiting.tool] });
  await waiting.called(1);
  const [home] = readdirSync(run.context.scratch);
  writeFileSync(join(run.context.scratch, home!, 'go'), '');
  await until('the tool knows that nobody waits', () => waiting.abandoned === 1);
  waiting.release();
  await running;
  expect(run.recorder.payloads('dispatch.end')).toMatchObject([{ outcome: 'ok' }]);
  expect(happened()).toEqual([['dispatch', 'result_undelivered', 1]]);
});

it('tells a stdout that was given up, because something held it open', async () => {
  const held = processSandbox();
  const holding: Sandbox = {
    probe: () => held.probe(),
    async start(spec) {
      const program = await held.start(spec);
      const stdout = new PassThrough();
      program.stdout.pipe(stdout, { end: false });
      return { ...program, stdout };
    },
  };
  const result = await drive(END, {}, holding);
  expect(result).toMatchObject({ finished: 'completed' });
  expect(happened()).toEqual([['frames', 'stream_cut', 1]]);
});

it('tells a folder that could not be removed', async () => {
  let home: string | null = null;
  let watching = true;
  // Somebody puts a folder back whenever it is gone, as a process that was left behind would.
  const putBack = () => {
    if (home !== null && !existsSync(home)) mkdirSync(home);
    if (watching) setImmediate(putBack);
  };
  const inner = processSandbox();
  const seeing: Sandbox = {
    probe: () => inner.probe(),
    async start(spec) {
      const program = await inner.start(spec);
      void program.exited.then(() => {
        home = spec.cwd;
        putBack();
      });
      return program;
    },
  };
  await drive(END, {}, seeing);
  watching = false;
  expect(happened()).toEqual([['file_writes', 'home_not_removed', 1]]);
});
