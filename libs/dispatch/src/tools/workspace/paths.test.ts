import fc from 'fast-check';
import { namesOf, onOneLine, shown } from './paths.ts';

const refused = (path: string): string | null => {
  try {
    namesOf(path);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each(['/etc/passwd', '..', '../x', 'a/../b', 'a/..', './../x', 'a\0b', '\ud800', '//x'])(
  '%j leads out and is refused',
  (path) => {
    expect(refused(path)).toBe('path_escapes');
  },
);

test.each([
  ['a/b', ['a', 'b']],
  ['./a//b/', ['a', 'b']],
  ['.', []],
  ['', []],
  ['...', ['...']],
  ['a\\..\\b', ['a\\..\\b']],
  ['C:\\x', ['C:\\x']],
  ['%2e%2e/x', ['%2e%2e', 'x']],
])('%j is named %j', (path, names) => {
  expect(namesOf(path)).toEqual(names);
});

test('a name or path that is too long is refused before the file system sees it', () => {
  expect(refused('x'.repeat(256))).toBe('not_found');
  expect(refused('x/'.repeat(600))).toBe('not_found');
});

const hostile = fc
  .array(fc.constantFrom('..', '.', '', '/', 'a', '\0', '...', '~', '\\', 'ü', '\u2215', '..%2f', '\ud800'), {
    maxLength: 8,
  })
  .map((parts) => parts.join('/'));

test('no path, however it is put together, leaves the folder it starts from', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (path) => {
      fc.pre(refused(path) === null);
      const names = namesOf(path);
      expect(
        names.every(
          (name) => name !== '..' && name !== '.' && name !== '' && !name.includes('/') && !name.includes('\0'),
        ),
      ).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('what is shown stays on one line and well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (path) => {
      expect(shown(path)).not.toMatch(/[\n\r]/);
      expect(shown(path).isWellFormed()).toBe(true);
      expect(onOneLine(path)).not.toMatch(/[\n\r]/);
    }),
  );
});
