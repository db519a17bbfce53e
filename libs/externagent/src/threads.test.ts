/** What is kept of a CLI's conversation, and what is not: by a real subprocess that keeps files of its own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSandbox } from '@runseal/dispatch';
import type { RunContext } from '@runseal/harness';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import type { ContentRef, UsagePayload } from '@runseal/spine';
import type { Adapter, HarnessEvent, ThreadSupport } from './adapter.ts';
import { parseReferenceLine } from './adapters/reference/parse.ts';
import { externalDriver } from './driver.ts';
import { PROVIDER_KEY, scriptedAdapter, type Step } from './testing/scripted.ts';
import { until } from './testing/wait.ts';

const parse: Adapter['parse'] = (line) => {
  const said = /^\{"event":(.*)\}$/.exec(line);
  return said === null ? parseReferenceLine(line) : [JSON.parse(said[1]!) as HarnessEvent];
};
const usage: UsagePayload = {
  ...{ input_tokens: 300, output_tokens: 30, cached_input_tokens: 0, reasoning_tokens: null },
  source: 'reported',
};
const STARTED: Step = { line: { event: { kind: 'progress', text: 'session', session: 'T' } } };
const DONE: Step = { line: { event: { kind: 'done', usage } } };
const KEPT: Step = { keep: { folder: 'threads', path: 'one.jsonl', text: 'a word' } };

let run: TestRun;
afterEach(() => run.remove());

interface Ended {
  readonly usage: UsagePayload | null;
  readonly thread: { readonly id: string; readonly state: ContentRef | null };
}

async function drive(
  script: readonly Step[],
  thread: NonNullable<RunContext['thread']> = { keep: true, resume: null },
  counts: ThreadSupport['counts'] = 'thread',
): Promise<Ended> {
  run = await openTestRun({ objective: 'Do it.' });
  const threads: ThreadSupport = { folder: (home) => join(home, 'threads'), counts };
  const adapter = scriptedAdapter([{ read: true }, STARTED, { probe: 'right' }, ...script, DONE], { parse, threads });
  await externalDriver(adapter, processSandbox()).run({ ...run.context, thread });
  return run.recorder.payloads('episode.ended')[0] as unknown as Ended;
}

const stateOf = ({ thread }: Ended) =>
  thread.state === null
    ? null
    : (JSON.parse(Buffer.from(run.recorder.contentOf(thread.state).bytes).toString('utf8')) as {
        files: { path: string; base64: string }[];
      });

it('is kept as the CLI left it', async () => {
  const ended = await drive([KEPT]);
  expect(ended.thread.id).toBe('T');
  expect(stateOf(ended)!.files).toEqual([{ path: 'one.jsonl', base64: Buffer.from('a word').toString('base64') }]);
});

it.each(['$TOKEN', 'key $KEY.', '{"header":"Bearer $TOKEN"}', '\u0000\u00ff $KEY'])(
  'is not kept with a secret of the episode in it: %j',
  async (text) => {
    const ended = await drive([KEPT, { keep: { folder: 'threads', path: 'two.jsonl', text } }]);
    expect(ended.thread).toEqual({ id: 'T', state: null, usage });
    expect(text.includes('$KEY') && PROVIDER_KEY.length > 10).toBe(text.includes('$KEY'));
  },
);

it('is not kept when its folder is a link to something of the host', async () => {
  const host = await mkdtemp(join(tmpdir(), 'of-the-host-'));
  await writeFile(join(host, 'id_rsa'), 'of the operator');
  const ended = await drive([{ link: { path: 'threads', target: host } }]);
  await rm(host, { recursive: true });
  expect(ended.thread.state).toBe(null);
});

it('is never another one: a program that names another is stopped, and what it called before counts for nothing', async () => {
  await drive([KEPT]);
  const kept = run.recorder.payloads('episode.ended')[0] as unknown as Ended;
  const state = run.recorder.contentOf(kept.thread.state!).bytes;
  await run.remove();
  run = await openTestRun({ objective: 'Do it.' });
  const threads: ThreadSupport = { folder: (home) => join(home, 'threads'), counts: 'thread' };
  const script: Step[] = [
    { read: true },
    { probe: 'right' },
    { call: { tool: 'workspace_write', args: { path: 'stolen.txt', content: 'x' }, report: false } },
    { line: { event: { kind: 'progress', text: 'session', session: 'another' } } },
    { hang: true },
  ];
  const thread = { keep: true, resume: { id: 'T', state, usage: null } };
  const driver = externalDriver(scriptedAdapter(script, { parse, threads }), processSandbox());
  expect(await driver.run({ ...run.context, thread })).toMatchObject({
    finished: 'failed',
    errorClass: 'session_error',
  });
  expect(run.recorder.payloads('dispatch.start')).toEqual([]);
  expect(run.recorder.payloads('episode.ended')).toMatchObject([
    { completion: 'killed', error_class: 'session_error' },
  ]);
  expect(run.recorder.payloads('episode.ended')[0]).not.toHaveProperty('thread');
});

it('a call that comes before the name of the conversation waits for it, and is done when it is the right one', async () => {
  const kept = await drive([KEPT]);
  const state = run.recorder.contentOf(kept.thread.state!).bytes;
  await run.remove();
  run = await openTestRun({ objective: 'Do it.' });
  const threads: ThreadSupport = { folder: (home) => join(home, 'threads'), counts: 'thread' };
  const ahead = { tool: 'workspace_write', args: { path: 'mine.txt', content: 'x' }, late: STARTED['line'] };
  const driver = externalDriver(
    scriptedAdapter([{ read: true }, { probe: 'right' }, { ahead }, DONE], { parse, threads }),
    processSandbox(),
  );
  const thread = { keep: false, resume: { id: 'T', state, usage: null } };
  expect(await driver.run({ ...run.context, thread })).toMatchObject({ finished: 'completed' });
  expect(run.recorder.payloads('dispatch.start')).toMatchObject([{ scope: 'mine.txt' }]);
});

it('counts what came since where the CLI counts the whole conversation, and all of it where it counts the episode', async () => {
  const first = await drive([KEPT]);
  const state = run.recorder.contentOf(first.thread.state!).bytes;
  const before: UsagePayload = { ...usage, input_tokens: 100, output_tokens: 10 };
  const thread = { keep: false, resume: { id: 'T', state, usage: before } };
  await run.remove();
  expect((await drive([], thread, 'thread')).usage).toMatchObject({ input_tokens: 200, output_tokens: 20 });
  await run.remove();
  expect((await drive([], thread, 'episode')).usage).toMatchObject({ input_tokens: 300, output_tokens: 30 });
});

describe('a conversation that only the CLI itself can tell', () => {
  const TOLD = new TextEncoder().encode('the word is heron');
  const asked: string[] = [];
  beforeEach(() => void asked.splice(0));

  const telling = (tell: () => Promise<Uint8Array | null>): ThreadSupport => ({
    counts: 'episode',
    teller: {
      tell: (thread, { home, scratch }) => {
        asked.push(`tell ${thread}`);
        expect(home.startsWith(scratch)).toBe(true);
        return tell();
      },
      learn: (thread, told) => {
        asked.push(`learn ${thread}: ${new TextDecoder().decode(told)}`);
        return Promise.resolve();
      },
    },
  });

  async function turn(
    tell: () => Promise<Uint8Array | null>,
    thread: NonNullable<RunContext['thread']> = { keep: true, resume: null },
    script: readonly Step[] = [DONE],
    halt = false,
  ): Promise<Ended> {
    run = await openTestRun({ objective: 'Do it.' });
    const adapter = scriptedAdapter([{ read: true }, STARTED, { probe: 'right' }, ...script], {
      parse,
      threads: telling(tell),
    });
    const driving = externalDriver(adapter, processSandbox()).run({ ...run.context, thread });
    if (halt) {
      await until('the session', () => run.types().includes('provenance.attested'));
      run.context.killSwitch.engage('enough', 'tester');
    }
    await driving;
    return run.recorder.payloads('episode.ended')[0] as unknown as Ended;
  }

  it('is kept as it was told, and told to it again', async () => {
    const ended = await turn(() => Promise.resolve(TOLD));
    const state = run.recorder.contentOf(ended.thread.state!).bytes;
    expect(stateOf(ended)!.files).toEqual([{ path: 'told', base64: Buffer.from(TOLD).toString('base64') }]);
    await run.remove();
    await turn(() => Promise.resolve(TOLD), { keep: false, resume: { id: 'T', state, usage: null } });
    expect(asked).toEqual(['tell T', 'learn T: the word is heron']);
  });

  it.each([
    ['it tells nothing', () => Promise.resolve(null)],
    ['it cannot be asked', () => Promise.reject(new Error('gone'))],
    ['a secret stands in it', () => Promise.resolve(new TextEncoder().encode(`key ${PROVIDER_KEY}`))],
  ])('is not kept when %s, and the episode ends as it ended', async (_title, tell) => {
    const ended = await turn(tell);
    expect(ended).toMatchObject({ failed: false, thread: { id: 'T', state: null } });
    expect(asked).toEqual(['tell T']);
  });

  it('is not asked for once the episode was stopped', async () => {
    const ended = await turn(() => Promise.resolve(TOLD), { keep: true, resume: null }, [{ hang: true }], true);
    expect(ended).toMatchObject({ failed: true, thread: { id: 'T', state: null } });
    expect(asked).toEqual([]);
  });
});
