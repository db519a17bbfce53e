import fs from 'node:fs';
import path from 'node:path';
import { testWorkspace } from '../testing/workspace.ts';
import { workspaceRead } from './workspace-read.ts';

const args = (more: object): Parameters<typeof workspaceRead.run>[0] =>
  workspaceRead.schema.parse({ path: 'a.txt', ...more });
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');

test('a small file is answered exactly, without a closing line', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', '\ufeffeins\r\nzwei\nohne Ende ü');
  expect(await workspaceRead.run(args({}), workspace.context)).toEqual({ text: '\ufeffeins\r\nzwei\nohne Ende ü' });
});

test('an empty file is an empty text', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', '');
  expect(await workspaceRead.run(args({}), workspace.context)).toEqual({ text: '' });
});

test('a part of the lines says which they are and where to go on', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', lines(10));
  const result = await workspaceRead.run(args({ offset: 3, limit: 2 }), workspace.context);
  expect(result).toEqual({
    text: 'line 3\nline 4\n[lines 3 to 4 of 10; 6 lines are missing, go on with offset 5]',
    truncated: true,
  });
});

test('reading on by the offsets that are answered gives the whole file', async () => {
  using workspace = testWorkspace({ maxOutputBytes: 300 });
  workspace.write('a.txt', lines(100));
  let [text, offset] = ['', 1];
  for (let next: RegExpExecArray | null; ; offset = Number(next[1])) {
    const result = await workspaceRead.run(args({ offset }), workspace.context);
    expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(300);
    text += result.text.replace(/\[lines .*\]$/, '');
    next = /go on with offset (\d+)/.exec(result.text);
    if (next === null) break;
  }
  expect(text).toBe(lines(100));
});

test('one endless line is cut, and says what is missing', async () => {
  using workspace = testWorkspace({ maxOutputBytes: 500 });
  workspace.write('a.txt', 'x'.repeat(10_000));
  const result = await workspaceRead.run(args({}), workspace.context);
  expect(result.truncated).toBe(true);
  expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(500);
  expect(result.text).toMatch(/bytes are missing here\]$/);
});

test.each([
  ['a NUL', Buffer.from('W\0s')],
  ['bytes that are not UTF-8', Buffer.from([0x66, 0xff, 0x66])],
])('a file with %s is binary and says so', async (_, content) => {
  using workspace = testWorkspace();
  workspace.write('a.txt', content);
  await expect(workspaceRead.run(args({}), workspace.context)).rejects.toMatchObject({ code: 'not_a_file' });
});

test('a missing file, a folder and a huge file have their codes', async () => {
  using workspace = testWorkspace();
  fs.mkdirSync(path.join(workspace.path, 'folder'));
  workspace.write('huge.txt', '');
  fs.truncateSync(path.join(workspace.path, 'huge.txt'), 11 * 1024 * 1024);
  await expect(workspaceRead.run(args({ path: 'none' }), workspace.context)).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(workspaceRead.run(args({ path: 'folder' }), workspace.context)).rejects.toMatchObject({
    code: 'not_a_file',
  });
  await expect(workspaceRead.run(args({ path: 'huge.txt' }), workspace.context)).rejects.toMatchObject({
    code: 'too_large',
  });
  await expect(workspaceRead.run(args({ path: 'huge.txt/x' }), workspace.context)).rejects.toMatchObject({
    code: 'not_a_directory',
  });
});
