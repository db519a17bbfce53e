import { spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { createSandbox } from '@runseal/dispatch';
import { loaderMounts } from './loader.ts';

const sandbox = createSandbox({ prefer: 'bubblewrap' });
const { level, reason } = await sandbox.probe();
const linked = spawnSync('ldd', ['/bin/true'], { encoding: 'utf8' });

it('the loader and the C library are mounted one by one, read-only, and no folder with them', () => {
  const mounts = loaderMounts();
  expect(mounts.every((mount) => mount.kind === 'ro')).toBe(true);
  expect(mounts.every((mount) => /\.so\.\d+$/.test(mount.child))).toBe(true);
  if (/libc\.so/.test(linked.stdout)) expect(mounts.some((mount) => mount.child.endsWith('/libc.so.6'))).toBe(true);
});

it('a linked program runs with them, and finds no shell', async () => {
  if (level === 'process') throw new Error(`This test needs a sandbox. ${reason}`);
  const run = async (path: string, ...args: string[]) => {
    const program = await sandbox.start({
      path,
      args,
      env: {},
      cwd: '/',
      mounts: [...loaderMounts(), { kind: 'ro', host: '/usr/bin/env', child: '/program' }],
      reach: [],
      floor: 'kernel',
    });
    program.stdin.end();
    const [said, { code }] = await Promise.all([text(program.stdout), program.exited]);
    return { said, code };
  };
  expect(await run('/program', 'A=1', '/program')).toMatchObject({
    code: 0,
    said: expect.stringContaining('A=1') as string,
  });
  expect((await run('/program', '/bin/sh', '-c', 'true')).code).toBe(127);
});
