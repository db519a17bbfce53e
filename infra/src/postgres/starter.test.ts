import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileLocked } from './starter.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('A lock of which nothing was written is no lock', async () => {
  await writeFile(join(folder, 'lock'), '');
  await expect(whileLocked(join(folder, 'lock'), () => Promise.resolve('worked'))).resolves.toBe('worked');
  expect(await readdir(folder)).toEqual([]);
});

test('Who waits for a lock has it when it is given back', async () => {
  const order: string[] = [];
  const one = (name: string) =>
    whileLocked(join(folder, 'lock'), async () => {
      order.push(`${name} in`);
      await readdir(folder);
      order.push(`${name} out`);
    });
  await Promise.all([one('a'), one('a'), one('a')]);
  expect(order).toEqual(['a in', 'a out', 'a in', 'a out', 'a in', 'a out']);
});

test.each([
  ['no lock', null],
  ['a lock whose holder died', JSON.stringify({ pid: process.pid, birth: 'another' })],
])('Of many who ask at once and find %s, one has it at a time, and each in the end', async (_title, left) => {
  const path = join(folder, 'lock');
  if (left !== null) await writeFile(path, left);
  let inside = 0;
  const most: number[] = [];
  const work = async () => {
    most.push(++inside);
    await readdir(folder);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 40 }, () => whileLocked(path, work)));
  expect(most).toEqual(Array.from({ length: 40 }, () => 1));
  expect(await readdir(folder)).toEqual([]);
});

test('On a full disk no lock is had, what stops is done all the same, and nothing is left in the way', () => {
  const script = `
    import { readdirSync, rmSync, writeFileSync } from 'node:fs';
    import { whileLocked, whileLockedIfWritable } from ${JSON.stringify(join(import.meta.dirname, 'starter.ts'))};
    const said = [];
    try { for (;;) writeFileSync('fill', 'x'.repeat(1000), { flag: 'a' }); } catch {}
    await whileLocked('lock', () => said.push('started')).catch(({ code }) => said.push(code));
    await whileLockedIfWritable('lock', () => said.push('stopped'));
    said.push(...readdirSync('.'));
    rmSync('fill');
    await whileLocked('lock', () => said.push('started'));
    console.log(JSON.stringify(said));`;
  const small = ['--die-with-parent', '--dev-bind', '/', '/', '--size', '65536', '--tmpfs', folder, '--chdir', folder];
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  const said = execFileSync('bwrap', [...small, ...node], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual(['ENOSPC', 'stopped', 'fill', 'started']);
});
