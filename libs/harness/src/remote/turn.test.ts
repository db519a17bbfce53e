import type { ContentRef } from '@runseal/spine';
import { openTestRun, type TestRun } from '../testing/index.ts';
import { Frames } from './frames.ts';
import type { Host } from './host.ts';
import { followTurn } from './turn.ts';
import type { Descriptor } from './wire.ts';

/** Follows a turn in which these lines are said, and counts those that were recorded. */
async function follow(lines: Iterable<object>, more: { readonly frames?: Frames; readonly host?: Host } = {}) {
  let recorded = 0;
  async function* said() {
    await Promise.resolve();
    for (const line of lines) yield new TextEncoder().encode(JSON.stringify(line));
  }
  const told = await followTurn(
    {
      descriptor: { tools: [] } as unknown as Descriptor,
      socket: { send: () => undefined, lines: said(), close: () => undefined },
      frames: {
        record: () => Promise.resolve(void (recorded += 1)),
        withoutSecret: (line: Uint8Array) => line,
      } as unknown as Frames,
      host: Object.create(null) as Host,
      showing: null,
      signal: new AbortController().signal,
      ...more,
    },
    { lines: 100, lineBytes: 10_000, textBytes: 1000 },
  );
  return { ...told, recorded };
}

function* repeat(times: number, line: object): Generator<object> {
  for (let i = 0; i < times; i += 1) yield line;
  yield { type: 'end', status: 'completed' };
}

const output = (text: string) => ({ type: 'output', parts: [{ type: 'text', text }] });

it('A turn that says as much as may be ends as it says', async () => {
  const { end, text } = await follow(repeat(10, output('x'.repeat(100))));
  expect(end).toMatchObject({ kind: 'ended', failed: false });
  expect(text).toBe(Array(10).fill('x'.repeat(100)).join('\n'));
});

it('A harness that says more text than may be is stopped, and what it said is on the record', async () => {
  const { end, recorded } = await follow(repeat(50, output('x'.repeat(100))));
  expect([end.kind, recorded]).toEqual(['violation', 11]);
});

it('A harness that says line after line without end is stopped', async () => {
  const { end, recorded } = await follow(repeat(500, { type: 'usage', input_tokens: 1, output_tokens: 1 }));
  expect([end.kind, recorded]).toEqual(['violation', 101]);
});

it('A harness that says little in long lines is stopped as well', async () => {
  const long = { type: 'error', message: 'x'.repeat(4000) };
  const { end, recorded } = await follow(repeat(50, long));
  expect([end.kind, recorded]).toEqual(['violation', 3]);
});

it('What is only shown is not counted', async () => {
  const { end, recorded } = await follow(repeat(500, { type: 'delta', text: 'x'.repeat(100) }));
  expect([end.kind, recorded]).toEqual(['ended', 1]);
});

describe('a harness that says the token it was given', () => {
  const TOKEN = 'to/ken-that-must-not-leak';
  let run: TestRun;
  beforeEach(async () => (run = await openTestRun()));
  afterEach(() => run.remove());
  const said = () => {
    const lines = run.recorder
      .payloads('provenance.attested')
      .map(({ raw }) => run.recorder.contentOf(raw as unknown as ContentRef).bytes);
    return [...run.recorder.canonical, ...lines].map((bytes) => Buffer.from(bytes).toString('latin1')).join();
  };

  it('is heard without it, and so is the record', async () => {
    const frames = new Frames(run.context, TOKEN);
    const end = { type: 'end', status: 'failed', error: `bad ${TOKEN}` };
    const told = await follow([output(`My token is ${TOKEN}.`), end], { frames });
    expect(told).toMatchObject({ text: 'My token is [redacted].', end: { error: 'bad [redacted]' } });
    expect(said()).toContain('My token is [redacted].');
    expect(said()).not.toContain(TOKEN);
  });

  it.each([
    { type: 'tool_call', id: '1', name: 'workspace_write', arguments: { path: TOKEN } },
    { type: 'tool_call', id: TOKEN, name: 'workspace_write', arguments: {} },
    { type: 'model_call', id: '1', request: { messages: [{ role: 'user', content: TOKEN }] } },
  ])('is asked for nothing with it: %j', async (asked) => {
    let calls = 0;
    const count = () => Promise.resolve([void (calls += 1)]);
    const host = { callTool: count, callModel: count } as unknown as Host;
    const { end } = await follow([asked], { frames: new Frames(run.context, TOKEN), host });
    expect([end.kind, calls]).toEqual(['violation', 0]);
    expect(run.types()).toContain('provenance.attested');
    expect(said()).not.toContain(TOKEN);
  });
});
