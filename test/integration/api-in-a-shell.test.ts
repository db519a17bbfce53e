/** docs/http.md as a fresh reader would paste it: every line of its shell, in order, against a real installation. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Wire } from '@runseal/api/client';
import { openHouse, type House } from './api-house.ts';

let house: House;
let folder: string;
/** What each block printed, by its name. */
let said: ReadonlyMap<string, string>;

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  folder = await mkdtemp(join(tmpdir(), 'runseal-shell-'));
  const page = await readFile(join(import.meta.dirname, '../../docs/http.md'), 'utf8');
  const blocks = [...page.matchAll(/```sh (\w+)\n([\s\S]*?)```/g)].map(([, name, text]) => ({
    name: name!,
    text: text!,
  }));
  // Submitting is pasted twice, as by somebody who is not sure that it went through.
  const [setup, submit, ...rest] = blocks;
  const script = [setup!, submit!, { ...submit!, name: 'again' }, ...rest]
    .map(({ name, text }) => `echo; echo "=== ${name}"\n${text}`)
    .join('\n');
  const env = { PATH: process.env['PATH'], RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key };
  const { stdout } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env, timeout: 60_000 });
  said = new Map(
    stdout
      .split(/^=== /m)
      .slice(1)
      .map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n') + 1)]),
  );
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const json = (text: string): unknown => JSON.parse(text);

test('the page has the blocks that are tried here, and nothing in a shell beside them', () => {
  expect([...said.keys()]).toEqual(['setup', 'submit', 'again', 'watch', 'decide', 'record', 'refused']);
});

test('submitting again is the same run', () => {
  expect(said.get('submit')!.trim()).toMatch(/^[0-9a-f-]{36}$/);
  expect(said.get('again')!.trim()).toBe(said.get('submit')!.trim());
});

test('both streams end, and the second has exactly the rest', () => {
  const [whole, rest, run] = said.get('watch')!.split(/(?<=event: end\ndata: .*\n\n)/);
  const ids = (text: string | undefined) => [...text!.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
  expect(ids(whole).slice(4)).toEqual(ids(rest));
  expect(ids(rest)[0]).toBe(5);
  expect(json(run!)).toMatchObject({ state: 'completed', sealed: true });
});

test('the decision is the one that is on the run, which is then sealed', () => {
  const decide = said.get('decide')!;
  expect(decide).toContain('"reason":"checked the path"');
  expect(decide).toContain('"arguments":{"text":');
  expect(decide.trim()).toMatch(/event: end\ndata: \{.*"sealed":true\}$/);
});

test('the record and its receipt are there, and the verification fails nothing', async () => {
  const [, run] = /data: \{"run":"([0-9a-f-]+)",.*\}/.exec(said.get('decide')!)!;
  expect((await readFile(join(folder, `${run}.provetrail`))).length).toBeGreaterThan(1000);
  expect(await readFile(join(folder, `${run}.tlog-proof`), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
  const [report] = said
    .get('record')!
    .split(/(?<=\})(?=\{)/)
    .map((text) => json(text) as Wire<'Report'>);
  expect(report!.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
  expect(report!.run).toBe(run);
});

test('a refusal is what the page shows', () => {
  const { type, code, status } = json(said.get('refused')!) as Wire<'Problem'>;
  expect([type, code, status]).toEqual(['urn:runseal:problem:run_unknown', 'run_unknown', 404]);
});
