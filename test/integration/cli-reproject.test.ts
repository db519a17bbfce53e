/** `runseal reproject` over a record made by an older parser, of captured codex streams that were torn in half. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processSandbox, systemMounts } from '@runseal/dispatch';
import { externalDriver, codexAdapter, type Adapter } from '@runseal/externagent';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import { encodeRecord, rootOf, signCheckpoint, toHex, type ContentRef } from '@runseal/spine';
import { generateSigner } from '@runseal/spine/node';
import { openRun } from '../harnesses/seal.ts';
import { runseal } from './cli-process.ts';

const CAPTURES = resolve(process.env['RUNSEAL_CAPTURES'] ?? '../shared/captures');
const today = codexAdapter({ bridgeName: 'bridge' });
/** As it might have been before it knew calls of tools. */
const older: Adapter['parse'] = (line) =>
  line.includes('"mcp_tool_call"') ? [{ kind: 'progress', unread: 'unknown_type' }] : today.parse(line);

let folder: string;
let run: TestRun;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'reproject-'))));
afterEach(async () => {
  await run.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Every codex stream with a call in it, up to its middle, one after another: mostly a half line at the tear. */
function torn(): Buffer {
  const names = readdirSync(CAPTURES).filter((name) => /^mcp-.*\.stdout\.jsonl$/.test(name));
  const halves = names
    .map((name) => readFileSync(join(CAPTURES, name)))
    .map((all) => all.subarray(0, all.length * 0.7));
  return Buffer.concat(halves.flatMap((half) => [half, Buffer.from('\n')]));
}

/** What the episode prints is on a record of its own, in the words of `parse`. */
async function recorded(parse: Adapter['parse'], printed: Buffer): Promise<string> {
  const stream = join(folder, 'stream.jsonl');
  await writeFile(stream, printed);
  run = await openTestRun({ sandbox: processSandbox(), objective: 'Print.', model: 'gpt-5.5' });
  const adapter: Adapter = {
    ...{ name: 'codex', title: 'Codex', vendor: 'OpenAI', version: '0', profiles: ['strict'], needsModel: true },
    enforcement: { strict: { dispatch: 'bridged' } },
    minimumContainment: 'process',
    detect: () =>
      Promise.resolve({ available: true, loggedIn: true, version: '0', reason: '', refuse: false, code: null }),
    command: () =>
      Promise.resolve({
        ...{ path: '/bin/cat', args: [stream], env: {}, stdin: '', lastMessageFile: null, reach: [], secrets: [] },
        mounts: systemMounts(),
      }),
    parse,
  };
  const { recorder } = run;
  await openRun(recorder, {
    ...{ objective: 'Print.', harness: 'codex', version: '0', model: 'gpt-5.5', profile: 'strict', grant: [] },
    enforcement: { dispatch: 'bridged' },
  });
  await externalDriver(adapter, processSandbox()).run(run.context);
  const head = { origin: 'runseal.test', root: rootOf(recorder.leaves), size: recorder.events.length };
  const checkpoint = await signCheckpoint(head, generateSigner());
  const file = join(folder, 'run.provetrail');
  await writeFile(file, encodeRecord({ events: recorder.canonical, checkpoint }));
  const refs = recorder
    .payloads('provenance.attested')
    .flatMap(({ raw }) => (raw as unknown as ContentRef | null) ?? []);
  const lines = refs.map(({ commitment, media }) => {
    const { salt, bytes } = recorder.contentOf({ commitment });
    return JSON.stringify({
      ...{ commitment: toHex(commitment), salt: toHex(salt), media },
      bytes: Buffer.from(bytes).toString('base64'),
    });
  });
  await writeFile(join(folder, 'run.content.jsonl'), `${lines.join('\n')}\n`);
  return file;
}

interface Found {
  frames: number;
  read: number;
  missing: number[];
  differences: { recorded: { kind: string; summary: Record<string, unknown> }; now: { kind: string } | null }[];
  faults: { recorded: Record<string, number>; now: Record<string, number> };
}

test('what an older parser could not read is shown as it would be recorded now, and nothing else is', async () => {
  const printed = torn();
  const calls = printed
    .toString('utf8')
    .split('\n')
    .filter((line) => line.includes('"mcp_tool_call"'));
  const [whole, halves] = [calls.filter(isJson), calls.filter((line) => !isJson(line))];
  expect(Math.min(whole.length, halves.length)).toBeGreaterThan(2);
  const file = await recorded(older, printed);
  const { code, stdout } = await runseal(['reproject', file, '--json']);
  const found = JSON.parse(stdout) as Found;
  expect(code).toBe(1);
  expect(found).toMatchObject({ missing: [] });
  expect(found.read).toBe(found.frames);
  expect(found.differences).toHaveLength(calls.length);
  for (const { recorded: then } of found.differences)
    expect(then).toMatchObject({ kind: 'progress', summary: { unread: 'unknown_type' } });
  const now = found.differences.map((difference) => difference.now?.kind);
  expect(new Set(now)).toEqual(new Set(['progress', 'foreign_mcp_call']));
  // A torn line stays one that nobody can read; the older parser took it for something unknown.
  expect(found.faults.recorded['unknown_type']).toBe(calls.length);
  expect(found.faults.now['unknown_type']).toBeUndefined();
  expect(found.faults.now['unparseable']).toBe((found.faults.recorded['unparseable'] ?? 0) + halves.length);
  const told = await runseal(['reproject', file]);
  expect(told.code).toBe(1);
  expect(told.stdout).toContain(`${calls.length} would be recorded differently.`);
});

test('with the parser that recorded them nothing differs, torn or not; lines that were cut from the export are named', async () => {
  const file = await recorded((line) => codexAdapter().parse(line), torn());
  const same = await runseal(['reproject', file, '--json']);
  expect([same.code, same.json<Found>().differences]).toEqual([0, []]);
  const content = join(folder, 'run.content.jsonl');
  const text = await readFile(content, 'utf8');
  await writeFile(content, text.slice(0, text.length / 2));
  const half = await runseal(['reproject', file, '--json']);
  const { frames, read, missing, differences } = half.json<Found>();
  expect([half.code, differences]).toEqual([0, []]);
  expect(missing.length).toBeGreaterThan(1);
  expect(read + missing.length).toBe(frames);
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
