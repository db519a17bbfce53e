import { mkdir, mkdtemp, realpath, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../evidence/binary-digest.ts';
import { programFiles, stampOf } from './files.ts';

/** Seconds. */
const OLD = 1_700_000_000;

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'program-')));
  await mkdir(join(folder, 'parts'));
  await writeFile(join(folder, 'main.js'), 'import("./parts/late.js")');
  await writeFile(join(folder, 'parts', 'late.js'), 'one');
  await utimes(join(folder, 'parts', 'late.js'), OLD, OLD);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const digest = () => digestOf({ root: folder, stamp: stampOf(folder) });

it('a program is all of its files, in one order', () => {
  expect(programFiles(folder).map(({ path }) => path)).toEqual(['main.js', 'parts/late.js']);
  expect(programFiles(join(folder, 'main.js')).map(({ path }) => path)).toEqual(['']);
});

it('its stamp tells a file that was replaced by one of the same size and time', async () => {
  const part = join(folder, 'parts', 'late.js');
  const before = stampOf(folder);
  await writeFile(join(folder, 'new'), 'two');
  await utimes(join(folder, 'new'), OLD, OLD);
  await rename(join(folder, 'new'), part);
  expect(stampOf(folder)).not.toBe(before);
});

it('its stamp tells a file that was written over and given its old time back', async () => {
  const part = join(folder, 'parts', 'late.js');
  const before = stampOf(folder);
  await writeFile(part, 'two');
  await utimes(part, OLD, OLD);
  expect((await stat(part)).mtimeMs).toBe(OLD * 1000);
  expect(stampOf(folder)).not.toBe(before);
});

it('its digest is that of a listing anybody can make, and follows every file of it', async () => {
  const listing = "find . -type f -printf '%P\\n' | LC_ALL=C sort | xargs -d '\\n' sha256sum | sha256sum";
  const said = execFileSync('sh', ['-c', listing], { cwd: folder, encoding: 'utf8' }).slice(0, 64);
  expect(await digest()).toBe(said);
  await writeFile(join(folder, 'parts', 'late.js'), 'two');
  const changed = await digest();
  expect(changed).not.toBe(said);
  await symlink('/etc/passwd', join(folder, 'parts', 'link'));
  expect(await digest()).not.toBe(changed);
});

it('more files than a program has are refused', () => {
  expect(() => programFiles(folder, 1)).toThrow('holds more');
});
