import type { Frames } from './frames.ts';
import type { Host } from './host.ts';
import { followTurn } from './turn.ts';
import type { Descriptor } from './wire.ts';

/** Follows a turn in which these lines are said, and counts those that were recorded. */
async function follow(lines: Iterable<object>) {
  let recorded = 0;
  async function* said() {
    await Promise.resolve();
    for (const line of lines) yield new TextEncoder().encode(JSON.stringify(line));
  }
  const told = await followTurn(
    {
      descriptor: { tools: [] } as unknown as Descriptor,
      socket: { send: () => undefined, lines: said(), close: () => undefined },
      frames: { record: () => Promise.resolve(void (recorded += 1)) } as unknown as Frames,
      host: Object.create(null) as Host,
      showing: null,
      signal: new AbortController().signal,
    },
    { lines: 100, textBytes: 1000 },
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

it('What is only shown is not counted', async () => {
  const { end, recorded } = await follow(repeat(500, { type: 'delta', text: 'x'.repeat(100) }));
  expect([end.kind, recorded]).toEqual(['ended', 1]);
});
