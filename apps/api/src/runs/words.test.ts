import fc from 'fast-check';
import { wordsOf, wordsQuery } from './words.ts';

test('paths and names are words apart, and case does not matter', () => {
  expect(wordsOf('Write notes/A.md: sure_thing, 100 %')).toEqual(['write', 'notes', 'a', 'md', 'sure', 'thing', '100']);
});

test('a word that may go on is the start of one, a closed one is itself', () => {
  expect(wordsQuery('notes/a')).toBe(`'notes' & 'a':*`);
  expect(wordsQuery('100% sure_')).toBe(`'100' & 'sure'`);
  expect(wordsQuery('@@ ()')).toBeNull();
});

test('nothing that is typed is more than words', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(wordsQuery(text) ?? `'x'`).toMatch(/^'[^' \\&|!():*<>]+'( & '[^' \\&|!():*<>]+')*(:\*)?$/);
    }),
  );
});
