/** What a CLI says it did by itself leaves with the content; until then questions are answered from it, here and offline. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@runseal/spine';
import { eventsOf, openHouse, sealed, until, type House } from './api-house.ts';
import { runseal } from './cli-process.ts';
import { erase, get, storedIn, toldIn } from './erased-words.ts';
import { LINES, printedRun } from './printed-run.ts';

const WORD = 'Muster';
/** What the words alone can answer, and the place of the event that says it among those of what codex did by itself. */
const QUESTIONS: readonly (readonly [question: string, place: number])[] = [
  ['path:letters/Muster.txt touched', 0],
  ['path:letters/AnnaMuster.txt touched', 1],
  ['host:muster.example reached', 2],
  ['tool:find called with Anna Muster', 3],
];

let house: House;
let folder: string;
beforeAll(async () => {
  house = await openHouse();
  folder = await mkdtemp(join(tmpdir(), 'native-words-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await house.close();
});

interface Said {
  readonly answer: string;
  readonly strength: string | null;
  readonly events: readonly number[];
  readonly blindSpots: readonly { readonly surface: string; readonly seq: number | null }[];
}

test('words of commands, files, searches and calls of its own go with the content, and questions about them with them', async () => {
  const run = await printedRun(house);
  const native = (await eventsOf(house, run)).filter(({ payload }) => payload['words'] !== undefined);
  expect(native.map(({ payload }) => [payload['kind'], payload['summary']])).toEqual([
    ['native_command', { status: 'completed' }],
    ['file_change', { status: 'completed' }],
    ['web_search', {}],
    ['foreign_mcp_call', { server: 'crm', tool: 'find', status: 'completed' }],
  ]);
  expect(await storedIn(house, WORD)).toEqual(['spine.content']);
  expect(await toldIn(house, run, WORD)).toEqual([`runs/${run}/contents`]);
  const verdicts = async () =>
    (JSON.parse((await get(house, `runs/${run}/verification`)).toString()) as Report).verdicts.map(
      ({ name, state, code }) => [name, state, code],
    );
  const before = await verdicts();
  const { keyId } = (await until(house, run, sealed)).seal!;

  const there = async (question: string) =>
    JSON.parse((await get(house, `runs/${run}/ask?q=${encodeURIComponent(question)}`)).toString()) as Said;
  const cli = (...args: string[]) => runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });
  const [whole, bare] = ['whole', 'bare'].map((name) => join(folder, name)) as [string, string];
  const offline = (out: string) => async (question: string) =>
    (await cli('ask', join(out, `${run}.provetrail`), question, '--key', keyId, '--json')).json<Said>();
  const answers = (ask: (question: string) => Promise<Said>) =>
    Promise.all(QUESTIONS.map(([question]) => ask(question)));
  for (const out of [whole, bare]) expect((await cli('export', run, '--out', out)).code).toBe(0);
  await rm(join(bare, `${run}.content.jsonl`));

  const yes = QUESTIONS.map(([, place]) => ({ answer: 'yes', strength: 'attested', events: [native[place]!.seq] }));
  const unsaid = QUESTIONS.map(([, place]) => ({
    answer: 'cannot_say',
    blindSpots: expect.arrayContaining([
      expect.objectContaining({ surface: 'arguments', seq: native[place]!.seq }),
    ]) as unknown,
  }));
  expect(await answers(there)).toMatchObject(yes);
  expect(await answers(offline(whole))).toMatchObject(yes);
  expect(await answers(offline(bare))).toMatchObject(unsaid);
  const reread = await cli('reproject', run, '--json');
  expect([reread.code, reread.json<object>()]).toEqual([0, expect.objectContaining({ missing: [], differences: [] })]);

  // What one event says goes alone, and takes the answers that rest on it.
  await erase(house, run, { scope: 'events', seqs: [native[0]!.seq] });
  expect(await answers(there)).toMatchObject([unsaid[0], ...yes.slice(1)]);

  await erase(house, run, { scope: 'run' });
  expect(await storedIn(house, WORD)).toEqual([]);
  expect(await toldIn(house, run, WORD)).toEqual([]);
  expect(await verdicts()).toEqual(before);
  expect(await answers(there)).toMatchObject(unsaid);
  expect(await there('tool:find called')).toMatchObject({ answer: 'yes', strength: 'attested' });
  const after = await cli('reproject', run, '--json');
  expect(after.json<object>()).toMatchObject({ read: 0, missing: LINES.map((_, at) => at + 1), differences: [] });
});
