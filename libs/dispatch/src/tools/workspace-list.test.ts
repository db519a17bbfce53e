import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { testWorkspace } from '../testing/workspace.ts';
import { workspaceList } from './workspace-list.ts';

const args = (more: object = {}): Parameters<typeof workspaceList.run>[0] => workspaceList.schema.parse(more);

test('entries are sorted; depth decides how far to go', async () => {
  using workspace = testWorkspace();
  for (const file of ['b.txt', 'a/x.txt', 'a/deep/y.txt', 'B.txt']) workspace.write(file, 'four');
  expect((await workspaceList.run(args(), workspace.context)).text).toBe('B.txt 4\na/\nb.txt 4');
  expect((await workspaceList.run(args({ depth: 3 }), workspace.context)).text).toBe(
    'B.txt 4\na/\na/deep/\na/deep/y.txt 4\na/x.txt 4\nb.txt 4',
  );
  expect((await workspaceList.run(args({ path: 'a' }), workspace.context)).text).toBe('a/deep/\na/x.txt 4');
});

test('an empty folder says so', async () => {
  using workspace = testWorkspace();
  expect(await workspaceList.run(args(), workspace.context)).toEqual({ text: '[the folder is empty]' });
});

test('more entries than asked for are counted, not listed', async () => {
  using workspace = testWorkspace();
  for (let i = 0; i < 30; i += 1) workspace.write(`f${String(i).padStart(2, '0')}`, '');
  const result = await workspaceList.run(args({ limit: 10 }), workspace.context);
  expect(result.truncated).toBe(true);
  expect(result.text.split('\n')).toHaveLength(11);
  expect(result.text).toMatch(/\[at least 20 more entries are missing here\]$/);
});

test('the answer stays within the bound', async () => {
  using workspace = testWorkspace({ maxOutputBytes: 1000 });
  for (let i = 0; i < 200; i += 1) workspace.write(`a-rather-long-name-${i}`, '');
  const result = await workspaceList.run(args(), workspace.context);
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(1000);
  expect(result.truncated).toBe(true);
});

test('a name with a line break cannot forge an entry', async () => {
  using workspace = testWorkspace();
  workspace.write('a\nfake.txt 7', '');
  expect((await workspaceList.run(args(), workspace.context)).text).toBe('"a\\nfake.txt 7" 0');
});

test('special files are named as such', async () => {
  using workspace = testWorkspace();
  execFileSync('mkfifo', [path.join(workspace.path, 'pipe')]);
  expect((await workspaceList.run(args(), workspace.context)).text).toBe('pipe (special file)');
});

test('a missing folder and a file have their codes', async () => {
  using workspace = testWorkspace();
  workspace.write('file', '');
  await expect(workspaceList.run(args({ path: 'none' }), workspace.context)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(workspaceList.run(args({ path: 'file' }), workspace.context)).rejects.toMatchObject({
    code: 'not_a_directory',
  });
});
