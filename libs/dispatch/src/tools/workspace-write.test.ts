import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holds } from '../containment/fixtures/where-it-holds.ts';
import { testWorkspace } from '../testing/workspace.ts';
import { workspaceWrite } from './workspace-write.ts';

test('a new file is written with the folders on its way', async () => {
  using workspace = testWorkspace();
  const result = await workspaceWrite.run({ path: 'a/b/c.txt', content: 'grüße' }, workspace.context);
  expect(result.text).toContain('7 bytes');
  expect(workspace.read('a/b/c.txt')).toBe('grüße');
  expect(workspace.tree()).toEqual(['a', 'a/b', 'a/b/c.txt']);
});

test('a file that is replaced keeps its permissions, and loses bits that give others rights', async () => {
  using workspace = testWorkspace();
  workspace.write('run.sh', 'old');
  fs.chmodSync(path.join(workspace.path, 'run.sh'), 0o4751);
  await workspaceWrite.run({ path: 'run.sh', content: 'new' }, workspace.context);
  expect(workspace.read('run.sh')).toBe('new');
  expect(fs.statSync(path.join(workspace.path, 'run.sh')).mode & 0o7777).toBe(0o751);
});

test('a reader sees the old file or the new one, never a part', async () => {
  using workspace = testWorkspace();
  const [old, fresh] = ['o'.repeat(300_000), 'n'.repeat(300_000)];
  workspace.write('a.txt', old);
  let writing = true;
  const seen = new Set<string>();
  const reader = (async () => {
    while (writing) {
      seen.add(await fs.promises.readFile(path.join(workspace.path, 'a.txt'), 'utf8'));
    }
  })();
  for (let i = 0; i < 20; i += 1)
    await workspaceWrite.run({ path: 'a.txt', content: i % 2 === 0 ? fresh : old }, workspace.context);
  writing = false;
  await reader;
  expect([...seen].every((text) => text === old || text === fresh)).toBe(true);
});

test('a folder is not replaced by a file', async () => {
  using workspace = testWorkspace();
  fs.mkdirSync(path.join(workspace.path, 'folder'));
  await expect(workspaceWrite.run({ path: 'folder', content: 'x' }, workspace.context)).rejects.toMatchObject({
    code: 'not_a_file',
  });
  expect(workspace.tree()).toEqual(['folder']);
});

test('a cancelled write changes nothing', async () => {
  using workspace = testWorkspace({ signal: AbortSignal.abort(new Error('stop')) });
  workspace.write('a.txt', 'old');
  await expect(workspaceWrite.run({ path: 'a.txt', content: 'new' }, workspace.context)).rejects.toThrow('stop');
  expect(workspace.read('a.txt')).toBe('old');
  expect(workspace.tree()).toEqual(['a.txt']);
});

(holds ? test : test.skip)('a full disk is disk_full, the old file stays and nothing half-written is left', () => {
  using workspace = testWorkspace();
  const inOwnMounts = spawnSync(
    'unshare',
    [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      'mount -t tmpfs -o size=256k tmpfs "$2" && exec "$0" "$1" "$2"',
      process.execPath,
      fixture('write-until-full.ts'),
      workspace.path,
    ],
    { encoding: 'utf8' },
  );
  expect([inOwnMounts.status, inOwnMounts.stderr]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(inOwnMounts.stdout)).toEqual({
    write: 'disk_full',
    patch: 'disk_full',
    kept: 'old\n',
    other: 'old\n',
    left: ['a.txt', 'b.txt'],
  });
});

function fixture(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}
