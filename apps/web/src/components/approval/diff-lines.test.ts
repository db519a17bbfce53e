import fc from 'fast-check';
import { fileDiff, patchLines } from './diff-lines.ts';
import { writtenBy } from './written.ts';

const line = fc.constantFrom('a', 'b', 'c', '', '+x', '-y', '@@ z');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));

test('with the folds counted, a diff holds every line of both sides once', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = fileDiff(before, after)!;
      const folds = lines
        .filter(({ mark }) => mark === '@')
        .reduce((sum, { text: says }) => sum + Number.parseInt(says, 10), 0);
      const of = (...marks: string[]) => lines.filter(({ mark }) => marks.includes(mark)).length;
      expect(of(' ', '-') + folds).toBe(before.split('\n').length - 1);
      expect(of(' ', '+') + folds).toBe(after.split('\n').length - 1);
    }),
  );
});

test('a changed line shows what goes and what comes', () => {
  expect(fileDiff('one\ntwo\n', 'one\n2\n')).toEqual([
    { mark: ' ', text: 'one' },
    { mark: '-', text: 'two' },
    { mark: '+', text: '2' },
  ]);
});

test('files that have next to nothing in common are not laid side by side', () => {
  const many = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${String(n)}\n`).join('');
  expect(fileDiff(many('a'), many('b'))).toBeNull();
});

test('a patch keeps its words', () => {
  expect(
    patchLines('--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n')
      .map(({ mark }) => mark)
      .join(''),
  ).toBe('@@@-+');
});

test('arguments of another shape write nothing that could be shown', () => {
  for (const args of ['', '[]', 'null', '1', '{"path":1,"content":"x"}', '{"patch":{}}'])
    expect([writtenBy('workspace_write', args), writtenBy('workspace_patch', args)]).toEqual([null, null]);
  expect(writtenBy('run_command', '{"path":"a","content":"x"}')).toBeNull();
  expect(writtenBy('workspace_write', '{"path":"a","content":"x"}')).toEqual({ kind: 'file', path: 'a', content: 'x' });
});
