import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { unzipSync, zipSync } from 'fflate';
import { runsealHere as runseal } from './cli-process.ts';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';

const exec = promisify(execFile);
interface VerifiedPackage {
  readonly file: string;
  readonly verdicts: unknown;
  readonly package: { readonly faults: unknown; readonly folder: string };
  readonly contents: { readonly file: string };
}
const HOSTILE = '<script>alert(1)</script>';
let house: House;
let folder: string;
let run: string;

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  folder = await mkdtemp(join(tmpdir(), 'runseal-package-'));
  run = await submit(house, {
    objective: calls(['workspace_write', { path: 'a.txt', content: 'for the record' }]),
    grant: ['workspace_write'],
  });
  await until(house, run, sealed);
  while ((await house.ask(`/api/v1/runs/${run}/receipt`)).status !== 200) await pause(20);
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) => runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });

test('A package is a bag that coreutils check, with the record, the receipt, limits, custody and a page without script', async () => {
  const out = join(folder, 'bag');
  const { code, stderr } = await cli('export', run, '--package', '--out', out);
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  await exec('sha256sum', ['--strict', '-c', 'manifest-sha256.txt'], { cwd: out });
  await exec('sha256sum', ['--strict', '-c', 'tagmanifest-sha256.txt'], { cwd: out });
  const read = (name: string) => readFile(join(out, 'data', name), 'utf8');
  expect(JSON.parse(await read('custody.json'))).toMatchObject([
    { action: 'exported', run, by: { principal: 'ana-auditor' } },
  ]);
  expect(await read(`${run}.tlog-proof`)).toContain('c2sp.org/tlog-proof@v1');
  expect(JSON.parse(await read('coverage.json'))).toMatchObject({
    run,
    calls: { started: 1, ended: 1 },
    contents: { missing: [] },
  });
  expect(await read('coverage.txt')).toContain('verdict on independence is warn');
  // What the page counts is what was sealed.
  const { mix } = JSON.parse(await read('report.json')) as { mix: { tiers: object } };
  expect(JSON.parse(await read('coverage.json'))).toMatchObject({ tiers: mix.tiers });
  const page = await read('report.html');
  expect(page).not.toContain('<script');
  expect(page).toContain(run);
});

test('The packed record verifies offline, and by the page-long verifier in the package that is not ours', async () => {
  const data = join(folder, 'bag', 'data');
  const { code } = await cli('verify', join(data, `${run}.provetrail`), '--keys', join(data, 'keys.json'));
  expect(code).toBe(3);
  const instructions = await readFile(join(data, 'verify-without-us.md'), 'utf8');
  const script = /```js verify\.mjs\n([\s\S]*?)```/u.exec(instructions)![1]!;
  await writeFile(join(folder, 'verify.mjs'), script);
  const [key] = JSON.parse(await readFile(join(data, 'keys.json'), 'utf8')) as [{ publicKeyHex: string }];
  await exec(process.execPath, [join(folder, 'verify.mjs'), join(data, `${run}.provetrail`), key.publicKeyHex]);
});

test('A package is one zip file when its name says so, and leaves content out when asked, saying how much', async () => {
  const out = join(folder, 'bag.zip');
  expect((await cli('export', run, '--package', '--content', 'none', '--out', out)).code).toBe(3);
  const files = unzipSync(await readFile(out));
  expect(Object.keys(files)).toContain(`${run}/bagit.txt`);
  expect(Object.keys(files)).not.toContain(`${run}/data/${run}.content.jsonl`);
  const coverage = JSON.parse(Buffer.from(files[`${run}/data/coverage.json`]!).toString('utf8')) as {
    contents: { named: number; included: number };
    limits: string[];
  };
  expect(coverage.contents.included).toBe(0);
  expect(coverage.contents.named).toBeGreaterThan(0);
  expect(coverage.limits.join(' ')).toContain(`${coverage.contents.named} of the contents`);
});

test('The folder of a package is verified as a whole: what was changed, added or taken away counts, whatever the verdicts are', async () => {
  const keys = join(folder, 'bag', 'data', 'keys.json');
  const unpacked = join(folder, 'unpacked');
  await cp(join(folder, 'bag'), unpacked, { recursive: true });
  const verified = async () => {
    const ran = await cli('verify', unpacked, '--keys', keys, '--json');
    const {
      package: bag,
      contents,
      exitCode,
    } = ran.json<{
      package: { faults: { code: string; path: string }[] };
      contents: { found: number; here: number; named: number };
      exitCode: number;
    }>();
    expect(ran.code).toBe(exitCode);
    return { exitCode, faults: bag.faults.map(({ code, path }) => `${code} ${path}`), contents };
  };
  const whole = await verified();
  expect(whole).toMatchObject({ exitCode: 3, faults: [], contents: { found: 0 } });
  expect(whole.contents.here).toBe(whole.contents.named);

  const contents = join(unpacked, 'data', `${run}.content.jsonl`);
  const text = await readFile(contents, 'utf8');
  await writeFile(contents, text.replace('"bytes":"', '"bytes":"AAAA'));
  await writeFile(join(unpacked, 'data', 'note.txt'), 'all is well');
  expect(await verified()).toMatchObject({
    exitCode: 1,
    faults: [`package_changed data/${run}.content.jsonl`, 'package_extra data/note.txt'],
    contents: { found: 1 },
  });
  const { stdout } = await cli('verify', unpacked, '--keys', keys);
  expect(stdout).toContain('THE PACKAGE IS NOT AS IT WAS PACKED');
  expect(stdout).toContain('THE CONTENTS ARE NOT THOSE THE RECORD NAMES');
  expect(stdout).not.toContain('Nothing fails');
});

test('Contents beside a record alone are held against it as well', async () => {
  const alone = join(folder, 'alone');
  expect((await cli('export', run, '--out', alone)).code).toBe(0);
  const verify = () => cli('verify', join(alone, `${run}.provetrail`), '--keys', join(alone, 'keys.json'));
  expect(await verify()).toMatchObject({ code: 3 });
  const contents = join(alone, `${run}.content.jsonl`);
  const [first = '', ...rest] = (await readFile(contents, 'utf8')).split('\n');
  await writeFile(contents, [first.replace(/"media":"[^"]*"/u, '"media":"text/html"'), ...rest].join('\n'));
  const { code, stdout } = await verify();
  expect({ code, named: stdout.includes('(content_altered)') }).toEqual({ code: 1, named: true });
});

test('A package that is still packed is judged like its folder, whoever packed it, and nothing of it is left', async () => {
  const out = join(folder, 'packed');
  const keys = join(out, 'data', 'keys.json');
  await cli('export', run, '--package', '--out', out);
  await cli('export', run, '--package', '--out', join(folder, 'ours.zip'));
  await zipFolder(out, join(folder, 'theirs.zip'));
  const about = { RUNSEAL_URL: house.api.url, TMPDIR: join(folder, 'tmp') };
  await mkdir(about.TMPDIR);
  for (const [zip, within] of [
    ['ours.zip', run],
    ['theirs.zip', '.'],
  ] as const) {
    const file = join(folder, zip);
    const ran = await runseal(['verify', file, '--keys', keys, '--json'], about);
    const { package: bag, contents, ...report } = ran.json<VerifiedPackage>();
    expect(ran).toMatchObject({ code: 3, stderr: '' });
    expect(bag).toMatchObject({ faults: [], folder: join(file, within) });
    expect([report.file, contents.file]).toEqual([
      join(file, within, 'data', `${run}.provetrail`),
      join(file, within, 'data', `${run}.content.jsonl`),
    ]);
    const { verdicts } = (await runseal(['verify', out, '--keys', keys, '--json'], about)).json<VerifiedPackage>();
    expect(report.verdicts).toEqual(verdicts);
    const asked = (question: string) => runseal(['ask', file, question, '--keys', keys], about);
    expect((await asked('tool:workspace_write called with a.txt')).code).toBe(0);
    expect((await asked('tool:web_fetch called')).code).toBe(1);
    expect((await runseal(['compare', file, out, '--keys', keys], about)).code).toBe(0);
  }
  // As somebody changed it on the way: what is wrong is told by where it is in the zip.
  await writeFile(join(out, 'data', 'note.txt'), 'all is well');
  await zipFolder(out, join(folder, 'dressed.zip'));
  const dressed = await runseal(['verify', join(folder, 'dressed.zip'), '--keys', keys], about);
  expect([dressed.code, dressed.stdout.includes('data/note.txt')]).toEqual([1, true]);
  const none = await runseal(['verify', join(folder, 'dressed.zip'), '--keys', join(out, 'none.json')], about);
  expect(none.code).toBe(4);
  expect(await readdir(about.TMPDIR)).toEqual([]);
});

/** As another program packs it: sizes first, and no folder around it. */
async function zipFolder(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = files.map(async (file) => [file.slice(from.length + 1), new Uint8Array(await readFile(file))] as const);
  await writeFile(to, zipSync(Object.fromEntries(await Promise.all(read))));
}

test('A slice that is asked is told from a bad record', async () => {
  expect((await cli('export', run, '--events', '1,2', '--out', folder)).code).toBe(0);
  const ran = await cli('ask', join(folder, `${run}.1-2.slice`), 'finished by itself', '--json');
  expect({ code: ran.code, error: JSON.parse(ran.stderr) as unknown }).toMatchObject({
    code: 4,
    error: { error: { code: 'slice_not_asked' } },
  });
});

test('Questions are answered from a file and by the server alike, and the exit code is the answer', async () => {
  const data = join(folder, 'bag', 'data');
  const file = [join(data, `${run}.provetrail`), '--keys', join(data, 'keys.json')] as const;
  for (const about of [[run], file]) {
    const ask = (question: string) => cli('ask', about[0], question, ...about.slice(1));
    expect((await ask('tool:workspace_write called with a.txt')).code).toBe(0);
    expect((await ask('tool:web_fetch called')).code).toBe(1);
    expect((await ask('is it good')).code).toBe(2);
  }
  expect((await cli('ask', file[0], 'tool:web_fetch called')).code).toBe(4);
});

test('Erased content is gone from the next package, which says so', async () => {
  expect((await cli('erase', run, '--reason', `asked ${HOSTILE}`, '--basis', 'GDPR 17')).code).toBe(0);
  const out = join(folder, 'after');
  expect(await cli('export', run, '--package', '--out', out)).toMatchObject({ code: 3, stderr: '' });
  const read = (name: string) => readFile(join(out, 'data', name), 'utf8');
  expect(await read(`${run}.content.jsonl`)).toBe('');
  expect(JSON.parse(await read('erasures.json'))).not.toEqual([]);
  expect(JSON.parse(await read('coverage.json'))).toMatchObject({ contents: { included: 0 } });
});
