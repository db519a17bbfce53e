/** Conversations with a real subprocess, through runner, recorder and sandbox. */
import { processSandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import type { ContentRef } from '@runseal/spine';
import type { Adapter } from './adapter.ts';
import type { Conversation, ConversationEnd } from './conversation.ts';
import { externalDriver } from './driver.ts';
import { scriptedAdapter, type Step } from './testing/scripted.ts';
import { echoTool } from './testing/tools.ts';
import { until } from './testing/wait.ts';

let run: TestRun | undefined;
afterEach(async () => {
  await run?.remove();
  run = undefined;
});

/** Answers what it is asked, and is over when it hears of an end. */
class Talker implements Conversation {
  readonly opening: readonly string[];
  end: ConversationEnd | null = null;
  /** How much was on the record when each line was heard. */
  readonly recorded: number[] = [];
  constructor(input: string) {
    this.opening = [JSON.stringify(input)];
  }
  hear(line: string): readonly string[] {
    this.recorded.push(run!.recorder.payloads('provenance.attested').length);
    const { text = '' } = JSON.parse(line) as { text?: string };
    if (text.startsWith('end ')) this.end = ENDS[text.slice(4)]!;
    return text.startsWith('ask ') ? [`answer ${text.slice(4)}`] : [];
  }
  interrupt(): readonly string[] {
    return ['please stop'];
  }
}

const ENDS: Record<string, ConversationEnd> = {
  well: { state: 'completed', code: null, reason: '' },
  asking: { state: 'needs_input', code: 'needs_input', reason: 'The harness asks: which one?' },
  badly: { state: 'failed', code: 'session_error', reason: 'Another thread.' },
};

async function talk(script: readonly Step[], meanwhile?: () => Promise<void>) {
  const sandbox = processSandbox();
  run = await openTestRun({ sandbox, floor: 'process', tools: [echoTool], objective: 'Do it.' });
  let talker: Talker | undefined;
  const scripted = scriptedAdapter(script);
  const adapter: Adapter = {
    ...scripted,
    async command(episode) {
      talker = new Talker(episode.input);
      return { ...(await scripted.command(episode)), stdin: 'never sent', conversation: talker };
    },
  };
  const [result] = await Promise.all([externalDriver(adapter, sandbox).run(run.context), meanwhile?.()]);
  return { result, talker: talker!, ended: run.recorder.payloads('episode.ended')[0]! };
}

const text = (words: string): Step => ({ line: { type: 'text', text: words } });
const START: Step[] = [{ listen: true }, { probe: 'right' }];
const DONE: Step = { line: { type: 'done' } };

it('a program that is spoken with gets its answers, each after its question is on the record', async () => {
  const { result, talker } = await talk([
    ...START,
    text('ask one'),
    { repeat: true },
    DONE,
    text('end well'),
    { repeat: true },
  ]);
  expect(result).toMatchObject({ finished: 'completed', finalText: 'the end' });
  const texts = run!.recorder
    .payloads('provenance.attested')
    .map(({ raw }) => Buffer.from(run!.recorder.contentOf(raw as unknown as ContentRef).bytes).toString())
    .map((line) => (JSON.parse(line) as { text?: string }).text)
    .filter((words) => words !== undefined);
  expect(texts).toEqual(['ask one', 'answer one', 'end well', 'the end']);
  expect(talker.recorded.every((recorded, index) => recorded >= index + 1)).toBe(true);
});

it.each([
  ['is left without a word', [{ exit: 0 }], 'harness_failed', 'went away'],
  ['needs a person', [text('end asking')], 'needs_input', 'which one?'],
  ['goes wrong', [text('end badly')], 'session_error', 'Another thread.'],
])('an episode fails when its conversation %s, though the program ends well', async (_title, steps, code, words) => {
  const { result, ended } = await talk([...START, DONE, ...steps]);
  expect(result).toMatchObject({
    finished: 'failed',
    errorClass: code,
    error: expect.stringContaining(words) as string,
  });
  expect(ended).toMatchObject({ exit_code: 0, failed: true });
});

it('a program is asked to stop before it is signalled', async () => {
  const begun = () => run!.recorder.payloads('provenance.attested').length > 0;
  const { result, ended } = await talk([...START, text('working'), { repeat: true }, { exit: 0 }], async () => {
    await until('its first line', () => run !== undefined && begun());
    run!.context.killSwitch.engage('enough', 'tester');
  });
  expect(result).toMatchObject({ finished: 'halted', finalText: 'please stop' });
  expect(ended).toMatchObject({ exit_code: 0, signal: null });
});
