import { ask, decodeEvent, decodeRecord, parseClaim } from '@runseal/spine';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let run: string;
beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  run = await submit(house, {
    objective: calls(
      ['workspace_write', { path: 'src/a.txt', content: 'the plan, as agreed' }],
      ['workspace_read', { path: 'src/a.txt' }],
      ['workspace_list', { path: '.', depth: 2 }],
      ['workspace_read', { path: 'not-there' }],
      ['workspace_search', { pattern: 'plan' }],
    ),
  });
  await until(house, run, sealed);
});
afterAll(() => house.close());

/** The record and the contents as anybody gets them, read whole. */
async function exported() {
  const record = await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer();
  const lines = await (await house.ask(`/api/v1/runs/${run}/contents`)).text();
  const contents = new Map(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { commitment: string; bytes: string })
      .map(({ commitment, bytes }) => [commitment, new Uint8Array(Buffer.from(bytes, 'base64'))]),
  );
  return { events: decodeRecord(new Uint8Array(record)).events.map(decodeEvent), contents };
}

test('The server, which reads a run page by page, answers as the exported record does when it is read whole', async () => {
  const { events, contents } = await exported();
  expect(contents.size).toBeGreaterThan(0);
  const answers = new Set<string>();
  for (const question of [
    ...['tool:workspace_write called', 'tool:run_command called', 'tool:elsewhere called'],
    ...['tool:workspace_write called with as agreed', 'tool:workspace_write called with another plan'],
    ...['path:src touched', 'path:src/a.txt touched', 'path:not-there touched', 'path:lib/x touched'],
    ...['host:example.org reached', 'finished by itself'],
  ]) {
    const { claim, ...whole } = ask(parseClaim(question), events, (commitment) =>
      contents.get(Buffer.from(commitment).toString('hex')),
    );
    const answer = await house.ask(`/api/v1/runs/${run}/ask?q=${encodeURIComponent(question)}`);
    expect(await answer.json()).toEqual({ run, question, ...whole });
    answers.add(`${claim.kind} ${whole.answer}`);
  }
  expect(answers).toContain('tool_called yes');
  expect(answers).toContain('tool_called no_within_observed');
  expect(answers).toContain('path_touched yes');
});
