import { piecesOf } from './hidden.ts';

test('what turns a text around or has no width is a piece of its own, by its number', () => {
  expect(piecesOf('a\u202Egpj.exe\u200B')).toEqual([
    { text: 'a', code: null },
    { text: '\u202E', code: 'U+202E' },
    { text: 'gpj.exe', code: null },
    { text: '\u200B', code: 'U+200B' },
  ]);
  expect(piecesOf('\u{E0041}')).toEqual([{ text: '\u{E0041}', code: 'U+E0041' }]);
});

test('lines, tabs, right-to-left words and joined emoji are left as they are', () => {
  const text = 'one\ttwo\r\nمرحبا می‌خواهم 👩‍👩‍👧‍👦';
  expect(piecesOf(text)).toEqual([{ text, code: null }]);
  expect(piecesOf('')).toEqual([]);
});
