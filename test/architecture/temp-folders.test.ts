import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const TIDY = "require('fs').rmSync(require('fs').mkdtempSync(require('os').tmpdir() + '/tidy-'), { recursive: true })";
const LEFT = "require('fs').writeFileSync(require('os').tmpdir() + '/left', '')";
const CHILD_LEFT = 'require("child_process").execFileSync("sh", ["-c", "touch $TMPDIR/left-by-a-child"])';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'temp-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs these test files, name → body of their only test, as our own are run. `temp` is what the machine has as its temp folder. */
async function runTests(files: Readonly<Record<string, string>>) {
  const temp = join(folder, 'temp');
  await mkdir(temp, { recursive: true });
  for (const [name, body] of Object.entries(files))
    await writeFile(join(folder, `${name}.test.cjs`), `it('runs', () => { ${body}; });\n`);
  const own = (file: string) => join(ROOT, 'test', 'run', file);
  const config = {
    rootDir: folder,
    testMatch: ['<rootDir>/*.test.cjs'],
    transform: {},
    testEnvironment: own('environment.mjs'),
    globalSetup: own('global-setup.mjs'),
    globalTeardown: own('global-teardown.mjs'),
    cacheDirectory: join(folder, 'cache'),
  };
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--experimental-vm-modules', jest, '--config', JSON.stringify(config)];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: temp },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said, left: await readdir(temp) };
}

it('a test file that leaves something in its temp folder fails by name, itself or by a child; nothing stays of either', async () => {
  const { code, said, left } = await runTests({ tidy: TIDY, leaves: LEFT, starts: CHILD_LEFT });
  expect(said).toMatch(/^PASS .*tidy\.test\.cjs/m);
  expect(said).toMatch(/^FAIL .*leaves\.test\.cjs/m);
  expect(said).toMatch(/^FAIL .*starts\.test\.cjs/m);
  expect(said).toMatch(/left 1 in its temp folder: left$/m);
  expect(said).toMatch(/left 1 in its temp folder: left-by-a-child$/m);
  expect([code, left]).toEqual([1, []]);
}, 60_000);

it('what a killed run left goes with the next run, and what a living one has stays', async () => {
  const gone = spawnSync('true').pid;
  const living = process.pid;
  for (const pid of [gone, living])
    await mkdir(join(folder, 'temp', `rt-${pid}-abcd`, 'postgres'), { recursive: true });
  const { code, left } = await runTests({ tidy: TIDY });
  expect([code, left]).toEqual([0, [`rt-${living}-abcd`]]);
}, 60_000);

it('a run that is ended twice, as jest does at its first failures, takes its own folder away and nothing else', async () => {
  const temp = join(folder, 'temp');
  await mkdir(join(temp, 'of-others'), { recursive: true });
  const hook = (name: string) => `(await import(${JSON.stringify(join(ROOT, 'test', 'run', name))})).default()`;
  const end = hook('global-teardown.mjs');
  const run = `await ${hook('global-setup.mjs')}; await ${end}; await ${end};`;
  const args = ['--input-type=module', '-e', run];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, TMPDIR: temp },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  await expect(readdir(temp)).resolves.toEqual(['of-others']);
});
