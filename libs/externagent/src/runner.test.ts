import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createSandbox, processSandbox, type Sandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun, type TestRunOptions } from '@runseal/harness/testing';
import { referenceAdapter } from './adapters/reference/index.ts';
import type { Adapter } from './adapter.ts';
import { externalDriver } from './driver.ts';
import { PROVIDER_KEY, scriptedAdapter, type Step } from './testing/scripted.ts';
import { echoTool } from './testing/tools.ts';
import { until } from './testing/wait.ts';

const bubblewrap = createSandbox({ prefer: 'bubblewrap' });
const kernel = (await bubblewrap.probe()).level !== 'process';
const levels: (readonly ['process' | 'kernel', Sandbox])[] = [['process', processSandbox()]];
if (kernel) levels.push(['kernel', bubblewrap]);
else process.stderr.write('bubblewrap does not work here: external harnesses are NOT tested at the kernel level.\n');

const START: Step[] = [{ read: true }, { probe: 'right' }];
const END: Step[] = [{ line: { type: 'text', text: 'all done' } }, { line: { type: 'done' } }];

describe.each(levels)('an external harness at level %s', (level, sandbox) => {
  let run: TestRun;
  const drive = async (adapter: Adapter, options: TestRunOptions = {}) => {
    run = await openTestRun({ sandbox, floor: level, tools: [echoTool], objective: 'Do it.', ...options });
    return externalDriver(adapter, sandbox).run(run.context);
  };
  const play = (script: readonly Step[], options: TestRunOptions = {}) => drive(scriptedAdapter(script), options);
  const gaps = () =>
    (run.recorder.payloads('provenance.gap') as { surface: string; reason: string }[]).map(
      ({ surface, reason }) => `${surface}/${reason}`,
    );
  const attested = () =>
    run.recorder.payloads('provenance.attested') as unknown as {
      kind: string;
      raw: { commitment: Uint8Array } | null;
      raw_sha256: Uint8Array;
      raw_bytes: number;
      summary: Record<string, unknown>;
    }[];
  const kept = (index: number) => Buffer.from(run.recorder.contentOf(attested()[index]!.raw!).bytes);
  const ended = () => run.recorder.payloads('episode.ended')[0]!;

  afterEach(async () => {
    expect(readdirSync(run.context.scratch)).toEqual([]);
    await run.remove();
  });

  it('changes a file through the bridge, and the record tells it in order', async () => {
    const result = await drive(referenceAdapter(), {
      objective:
        'Leave a note.\n@workspace_write {"path":"note.txt","content":"hello"}\n@workspace_read {"path":"note.txt"}',
    });
    expect(result).toMatchObject({ finished: 'completed', steps: 1, error: null, lost: 0 });
    expect(result.finalText).toMatch(/^Leave a note\.\n\nDone:\n- workspace_write: .+\n- workspace_read: hello$/);
    expect(Buffer.from(run.recorder.contentOf(result.final!).bytes).toString()).toBe(result.finalText);
    expect(await readFile(join(run.context.workspace, 'note.txt'), 'utf8')).toBe('hello');
    expect(run.types().slice(0, 4)).toEqual(['episode.started', 'provenance.gap', 'provenance.gap', 'provenance.gap']);
    expect(run.types().slice(-4)).toEqual([
      'provenance.reconciled',
      'provenance.reconciled',
      'provenance.declared',
      'episode.ended',
    ]);
    expect(run.recorder.payloads('episode.started')[0]).toMatchObject({ containment: level });
    expect(gaps()).toEqual(['model_calls/not_observable', 'context/not_observable', 'egress/not_observable']);
    expect(run.recorder.payloads('provenance.reconciled')).toMatchObject([
      { call: 1, state: 'matched', by: 'call_id' },
      { call: 2, state: 'matched', by: 'call_id' },
    ]);
    expect(run.recorder.payloads('provenance.declared')).toMatchObject([
      { harness: 'reference', replayable: false, bridge_calls: 2, attested_events: 7, probe_failures: 0 },
    ]);
    expect(ended()).toMatchObject({ completion: 'terminal_frame', exit_code: 0, failed: false, children_survived: 0 });
  });

  it('keeps every line verbatim, and its hash', async () => {
    const lines = ['{"type":"text","text":"a\u2028b"}', '  {"type":"text" , "text":"ü"}\r', 'not json', '[1]'];
    await play([...START, { raw: `${lines.join('\n')}\n\n   \n{"type":"done"}` }]);
    expect(lines.map((_, i) => kept(i).toString())).toEqual(lines);
    expect(attested().map((event) => event.kind)).toEqual(['text', 'text', 'progress', 'progress', 'done']);
    for (const [i, event] of attested().entries())
      expect(Buffer.from(event.raw_sha256)).toEqual(createHash('sha256').update(kept(i)).digest());
    expect(gaps()).toEqual(expect.arrayContaining(['frames/unparseable', 'frames/not_an_object']));
  });

  it('reads on after lines that are too long or no UTF-8', async () => {
    await play([...START, { fill: 3_000_000 }, { raw: '\n' }, { hex: '22ff220a' }, ...END]);
    expect(attested()[0]).toMatchObject({ raw: null, raw_bytes: 3_000_000 });
    expect(Buffer.from(attested()[0]!.raw_sha256)).toEqual(
      createHash('sha256').update(Buffer.alloc(3_000_000, 'a')).digest(),
    );
    expect(kept(1)).toEqual(Buffer.from('22ff22', 'hex'));
    expect(gaps()).toEqual(expect.arrayContaining(['frames/line_too_long', 'frames/invalid_utf8']));
    expect(ended()).toMatchObject({ failed: false });
  });

  it('keeps secrets off the record, wherever the harness puts them', async () => {
    const result = await play([...START, { leak: true }, { leakStderr: true }, { line: { type: 'done' } }]);
    expect(kept(0).toString()).toBe('{"type":"text","text":"token [redacted] input [redacted]"}');
    expect(attested()[0]!.summary).toEqual({ redacted: true });
    expect(result.finalText).toBe('token [redacted] input [redacted]');
    expect(attested().find((event) => event.kind === 'stderr')?.summary).toMatchObject({ redacted: true });
    const everything = Buffer.concat([...run.recorder.canonical, ...attested().map((_, i) => kept(i))]);
    expect(everything.includes(PROVIDER_KEY)).toBe(false);
  });

  it('gets a minimal environment, and nothing of ours', async () => {
    process.env['OUR_SECRET_FOR_TEST'] = 'x';
    const result = await play([...START, { environment: true }, { line: { type: 'done' } }]);
    delete process.env['OUR_SECRET_FOR_TEST'];
    const allowed = [
      'HOME',
      'LANG',
      'PATH',
      'PROVIDER_KEY',
      'PWD',
      'RUNSEAL_BRIDGE_TOKEN',
      'RUNSEAL_BRIDGE_URL',
      'RUNSEAL_SCRIPT',
      'TMPDIR',
    ];
    expect(
      result.finalText!.split(' ').filter((name) => !allowed.includes(name) && !/^RUNSEAL_.*(MARK|PROGRAM)/.test(name)),
    ).toEqual([]);
  });

  it.each<[string, Step[], number]>([
    ['that never calls the probe', [{ read: true }], 1],
    ['that only tells of the probe', [{ read: true }, { narrate: true }], 1],
    ['that brings a wrong nonce', [{ read: true }, { probe: 'guess' }], 2],
  ])('%s is not conformant, and nothing it does counts', async (_title, script, failures) => {
    const result = await play([...script, { call: { tool: 'test_echo', args: { text: 'x' } } }, ...END]);
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'conformance_failed' });
    expect(run.recorder.payloads('dispatch.rejected')).toMatchObject([{ reason: 'not_conformant' }]);
    expect(run.types()).not.toContain('dispatch.start');
    expect(gaps()).toContain('dispatch/conformance_failed');
    expect(run.recorder.payloads('provenance.declared')).toMatchObject([{ probe_failures: failures }]);
  });

  it('fails by its error event even when it exits well', async () => {
    const result = await play([...START, { line: { type: 'error', text: 'quota exceeded' } }, { exit: 0 }]);
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed', error: 'quota exceeded' });
    expect(ended()).toMatchObject({ completion: 'terminal_frame', exit_code: 0 });
  });

  it('fails by its exit code, in the words of its stderr, and keeps what it printed before', async () => {
    const result = await play([
      ...START,
      { line: { type: 'text', text: 'half way' } },
      { stderr: 'config broken\n' },
      { exit: 7 },
    ]);
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'harness_failed', finalText: 'half way' });
    expect(result.error).toMatch(/code 7: config broken/);
    expect(ended()).toMatchObject({ completion: 'exit_code', exit_code: 7 });
    expect(attested().map((event) => event.kind)).toEqual(['text', 'stderr']);
  });

  it('that crashes keeps the lines it printed before', async () => {
    const result = await play([
      ...START,
      { line: { type: 'text', text: 'last words' } },
      { raw: '{"type":"te' },
      { die: 'SIGKILL' },
    ]);
    expect(result.finished).toBe('failed');
    expect(attested().map((event) => event.kind)).toEqual(['text', 'progress']);
    expect(kept(1).toString()).toBe('{"type":"te');
  });

  it('without a terminal frame is believed to be done, and the record says that this is inferred', async () => {
    const result = await play([...START, { line: { type: 'text', text: 'all done' } }]);
    expect(result).toMatchObject({ finished: 'completed', finalText: 'all done' });
    expect(ended()).toMatchObject({ completion: 'inferred' });
  });

  it('leaves its final message in a file, unless the file is empty or a link', async () => {
    expect((await play([...START, { last: { path: 'last.txt', text: 'from the file' } }, ...END])).finalText).toBe(
      'from the file',
    );
    await run.remove();
    expect((await play([...START, { last: { path: 'last.txt', text: '' } }, ...END])).finalText).toBe('all done');
    await run.remove();
    expect((await play([...START, { link: { path: 'last.txt', target: '/etc/passwd' } }, ...END])).finalText).toBe(
      'all done',
    );
  });

  it('is killed by a halt, deaf or not, and nothing of it stays', async () => {
    run = await openTestRun({ sandbox, floor: level, objective: 'x' });
    const running = externalDriver(
      scriptedAdapter([
        ...START,
        { deaf: true },
        { leave: true },
        { line: { type: 'text', text: 'here' } },
        { hang: true },
      ]),
      sandbox,
    ).run(run.context);
    await until('it is running', () => run.types().includes('provenance.attested'));
    run.context.killSwitch.engage('enough', 'tester');
    expect(await running).toMatchObject({
      finished: 'halted',
      errorClass: 'run_halted',
      error: 'episode halted: enough',
    });
    expect(ended()).toMatchObject({ completion: 'killed', failed: true, children_survived: 0 });
  });

  it('that never ends is stopped at its time-out', async () => {
    const result = await play([...START, { hang: true }], { timeoutMs: 2000 });
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'timed_out' });
    expect(ended()).toMatchObject({ completion: 'killed' });
  });

  it('that reads no input still ends', async () => {
    const result = await play([{ exit: 0 }], { objective: 'x'.repeat(1_000_000) });
    expect(result).toMatchObject({ finished: 'failed', errorClass: 'conformance_failed' });
  });

  it('that prints many short lines is recorded to the last one', async () => {
    const result = await play([...START, { lines: { count: 5000, text: '{"type":"text","text":"x"}' } }, ...END]);
    expect(result.finished).toBe('completed');
    expect(attested()).toHaveLength(5002);
  });

  it('is compared with what it reports of its calls', async () => {
    await play([
      ...START,
      { call: { tool: 'test_echo', args: { text: 'a' } } },
      { call: { tool: 'test_echo', args: { text: 'b' }, report: false } },
      { line: { type: 'result', tool: 'ghost', args: {}, status: 'completed' } },
      ...END,
    ]);
    expect(run.recorder.payloads('provenance.reconciled')).toMatchObject([
      { call: 1, state: 'matched', by: 'inferred' },
      { call: 2, state: 'dispatched_not_reported', by: 'none' },
      { call: null, state: 'reported_not_dispatched', tool: 'ghost' },
    ]);
    expect(gaps()).toContain('dispatch/reported_not_dispatched');
  });

  it('has its long stderr hashed whole and kept at its end', async () => {
    await play([...START, { stderr: 'e'.repeat(100_000) }, ...END]);
    const stderr = attested().find((event) => event.kind === 'stderr')!;
    expect(stderr).toMatchObject({ raw_bytes: 100_000, summary: { truncated: true, kept_bytes: 32_768 } });
    expect(gaps()).toContain('frames/stderr_truncated');
  });

  it('leaves no half of a secret where its stderr is cut', async () => {
    await play([...START, { leakAtCut: 32_768 - 20 }, ...END]);
    const index = attested().findIndex((event) => event.kind === 'stderr');
    expect(kept(index).toString()).toMatch(/^[[\]a-z]*e+$/);
    expect(kept(index).toString()).not.toMatch(/[A-Z0-9_-]/);
  });

  it('leaves none there either where what follows is full of them, nor in what is told of its end', async () => {
    await play([...START, ...Array.from({ length: 1000 }, () => ({ leakStderr: true })), { exit: 3 }]);
    const index = attested().findIndex((event) => event.kind === 'stderr');
    expect(kept(index).toString()).toMatch(/^[a-z [\]]*$/);
    await run.remove();
    await play([...START, { leakAtCut: 0 }, { stderr: ' '.repeat(32_748) }, { exit: 3 }]);
    const error = run.recorder.payloads('episode.ended')[0]!['error'] as { commitment: Uint8Array };
    expect(Buffer.from(run.recorder.contentOf(error).bytes).toString()).toMatch(/\[redacted\]$/);
  });
});
