import fc from 'fast-check';
import { covers, globOf } from './path-globs.ts';

const names = (path: string): string[] => path.split('/').filter((name) => name !== '' && name !== '.');
const inside = (glob: string, path: string, below = false): boolean => covers(globOf(glob)!, names(path), below);

test.each([
  ['src/**', 'src/a/b.ts', true],
  ['src/**', 'src', true],
  ['src/**', 'srcs/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['**/*.md', 'README.md', true],
  ['**/*.md', 'docs/a/b.md', true],
  ['**/*.md', 'docs/a/b.ts', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['**', 'anything/at/all', true],
  ['a/**/z', 'a/z', true],
  ['a/**/z', 'a/b/c/z', true],
  ['a/**/z', 'a/b/c/y', false],
  ['a?c', 'a\u{1f600}c', true],
  ['*a*b', 'xaxb', true],
  ['*a*b', 'xbxa', false],
  ['**/a/**/b', 'x/a/a/x/b', true],
  ['**/a/**/b', 'x/b/x/a', false],
  ['.*', 'axb', false],
  ['[ab]', 'a', false],
])('%s and %s: %s', (glob, path, expected) => expect(inside(glob, path)).toBe(expected));

test('a look below a folder is in a glob only when all of the folder is', () => {
  expect(inside('src/**', 'src/a', true)).toBe(true);
  expect(inside('src/*', 'src', true)).toBe(false);
  expect(inside('src/**', '.', true)).toBe(false);
  expect(inside('**', '.', true)).toBe(true);
  expect(inside('src/**/x', 'src', true)).toBe(false);
});

test.each(['../a', '/etc', '', '.', 'a\0b'])('%j is no glob', (text) => expect(globOf(text)).toBeNull());

test('what is below a covered folder is covered as well', () => {
  const name = fc.stringMatching(/^[abc]{1,2}$/);
  const glob = fc.array(fc.oneof(name, fc.constantFrom('*', '**', 'a*', '?')), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(glob, fc.array(name, { maxLength: 4 }), fc.array(name, { maxLength: 4 }), (parts, folder, more) => {
      if (covers(parts, folder, true)) expect(covers(parts, [...folder, ...more], false)).toBe(true);
    }),
  );
});

test('a glob made of stars meets a long name at once', () => {
  const began = performance.now();
  expect(covers(['*a'.repeat(200)], ['a'.repeat(1000) + 'b'], false)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
});
