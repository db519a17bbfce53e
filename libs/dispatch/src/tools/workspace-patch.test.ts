import fs from 'node:fs';
import path from 'node:path';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { testWorkspace } from '../testing/workspace.ts';
import type { TestWorkspace } from '../testing/workspace.ts';
import { workspacePatch } from './workspace-patch.ts';

const apply = (workspace: TestWorkspace, patch: string) => workspacePatch.run({ patch }, workspace.context);
const edit = (file: string, from: string, to: string): string =>
  `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

test('files are changed, made and removed in one patch', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', 'one\ntwo\nthree\n');
  workspace.write('gone.txt', 'bye\n');
  const patch = [
    'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    '--- /dev/null\n+++ b/new/file.txt\n@@ -0,0 +1 @@\n+hello\n',
    '--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n',
  ].join('');
  const result = await apply(workspace, patch);
  expect(result.text).toBe('Applied: changed a.txt, made new/file.txt, removed gone.txt.');
  expect(workspace.tree()).toEqual(['a.txt', 'new', 'new/file.txt']);
  expect(workspace.read('a.txt')).toBe('one\n2\nthree\n');
});

test('names without a/ and b/ are taken as they are', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', 'old\n');
  await apply(workspace, '--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-old\n+new\n');
  expect(workspace.read('a.txt')).toBe('new\n');
});

test('an empty file is made and removed as git writes it, and a mode that is ordinary is taken', async () => {
  using workspace = testWorkspace();
  await apply(workspace, 'diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n');
  expect(workspace.read('empty')).toBe('');
  await apply(workspace, 'diff --git a/empty b/empty\ndeleted file mode 100644\nindex e69de29..0000000\n');
  expect(workspace.tree()).toEqual([]);
  await apply(workspace, 'diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n');
  expect(workspace.read('n')).toBe('x\n');
});

test('a folder that is called a or b is not taken for a prefix', async () => {
  using workspace = testWorkspace();
  workspace.write('a/x.txt', 'old\n');
  await apply(workspace, '--- a/x.txt\n+++ a/x.txt\n@@ -1 +1 @@\n-old\n+new\n');
  expect(workspace.read('a/x.txt')).toBe('new\n');
});

test('when one file does not fit, no file is changed', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', 'old\n');
  workspace.write('b.txt', 'something else\n');
  await expect(apply(workspace, edit('a.txt', 'old', 'new') + edit('b.txt', 'old', 'new'))).rejects.toMatchObject({
    code: 'patch_rejected',
  });
  expect([workspace.read('a.txt'), workspace.read('b.txt')]).toEqual(['old\n', 'something else\n']);
  expect(workspace.tree()).toEqual(['a.txt', 'b.txt']);
});

test('when one file leads out, no file is changed', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', 'old\n');
  fs.writeFileSync(path.join(workspace.outside, 'b.txt'), 'old\n');
  await expect(
    apply(workspace, edit('a.txt', 'old', 'new') + edit('../outside/b.txt', 'old', 'new')),
  ).rejects.toMatchObject({ code: 'path_escapes' });
  expect(workspace.read('a.txt')).toBe('old\n');
});

test.each([
  ['no diff at all', 'hello'],
  ['a header without hunks', '--- a/a.txt\n+++ b/a.txt\n'],
  ['hunks without a header', '@@ -1 +1 @@\n-old\n+new\n'],
  ['two names', '--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-old\n+new\n'],
  [
    'a rename',
    'diff --git a/a.txt b/b.txt\nsimilarity index 90%\nrename from a.txt\nrename to b.txt\n--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-old\n+new\n',
  ],
  ['a hunk whose counts lie', '--- a/a.txt\n+++ b/a.txt\n@@ -1,9 +1,9 @@\n-old\n+new\n'],
  ['a hunk header that cannot be read', `${edit('a.txt', 'old', 'new')}@@ bogus @@\n-a\n+b\n`],
  [
    'a new link',
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
  ],
  ['a change of mode', `diff --git a/a.txt b/a.txt\nold mode 100644\nnew mode 100755\n${edit('a.txt', 'old', 'new')}`],
  ['one file twice', edit('a.txt', 'old', 'new') + edit('./a.txt', 'new', 'newer')],
  ['a new file that is there already', '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+new\n'],
  ['a removal that leaves lines', '--- a/two.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n'],
])('a patch with %s is rejected', async (_, patch) => {
  using workspace = testWorkspace();
  workspace.write('a.txt', 'old\n');
  workspace.write('two.txt', '1\n2\n');
  await expect(apply(workspace, patch)).rejects.toMatchObject({ code: 'patch_rejected' });
  expect([workspace.read('a.txt'), workspace.read('two.txt')]).toEqual(['old\n', '1\n2\n']);
});

test('a missing and a binary file have their codes', async () => {
  using workspace = testWorkspace();
  workspace.write('binary', Buffer.from([0, 255]));
  await expect(apply(workspace, edit('none.txt', 'old', 'new'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(apply(workspace, edit('binary', 'old', 'new'))).rejects.toMatchObject({ code: 'not_a_file' });
});

test('a hunk that would be sought for ever is given up, and the event loop goes on', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', '\n'.repeat(1_500_000));
  const hunk = ' \n'.repeat(200_000);
  const patch = `--- a/a.txt\n+++ b/a.txt\n@@ -1,200001 +1,200001 @@\n${hunk}-never\n+ever\n`;
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 50);
  await expect(apply(workspace, patch)).rejects.toMatchObject({
    code: expect.stringMatching(/^(timed_out|patch_rejected|too_large)$/) as string,
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
}, 30_000);

test('two patches at once to one file do not lose one of them', async () => {
  using workspace = testWorkspace();
  workspace.write('a.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
  await Promise.all([
    apply(workspace, '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-1\n+one\n 2\n'),
    apply(workspace, '--- a/a.txt\n+++ b/a.txt\n@@ -8,2 +8,2 @@\n 8\n-9\n+nine\n'),
  ]);
  expect(workspace.read('a.txt')).toBe('one\n2\n3\n4\n5\n6\n7\n8\nnine\n');
});

test('a diff that the library makes brings one text to the other', async () => {
  const text = fc
    .array(fc.constantFrom('a\n', 'b\n', 'ü\n', '\n', '- x\n', '+ y\n', '@@\n'), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, text, async (from, to) => {
      fc.pre(from !== to);
      using workspace = testWorkspace();
      workspace.write('a.txt', from);
      await apply(workspace, createTwoFilesPatch('a/a.txt', 'b/a.txt', from, to));
      expect(workspace.read('a.txt')).toBe(to);
    }),
    { numRuns: 25 },
  );
});
