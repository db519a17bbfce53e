import fc from 'fast-check';
import { visible } from './visible.ts';

test.each([
  ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
  ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ['a space without width', 'web_\u200bfetch', 'web_\\u{200b}fetch'],
  ['a soft hyphen', 'web\u00adfetch', 'web\\u{ad}fetch'],
  ['a word joiner', 'web\u2060fetch', 'web\\u{2060}fetch'],
  ['a joiner in ASCII', 'web\u200dfetch', 'web\\u{200d}fetch'],
  ['a joiner at the end', 'fetch\u200c', 'fetch\\u{200c}'],
  ['joiners one after another', 'é\u200d\u200dé', 'é\\u{200d}\\u{200d}é'],
  ['a selector in ASCII', 'a\ufe0fb', 'a\\u{fe0f}b'],
  ['a tag', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['a filler', 'a\u3164b', 'a\\u{3164}b'],
])('Shows %s', (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each(['Bücher 𝄞', '👩\u200d💻', 'می\u200cخواهم', '❤\ufe0f', '❤\ufe0f\u200d🔥', '1\ufe0f\u20e3', 'क्\u200dष'])(
  'Leaves %s as it is written',
  (text) => {
    expect(visible(text)).toBe(text);
  },
);

test('Whatever the text, two that differ are shown differently, and ASCII is shown as it is', () => {
  const marks = fc.constantFrom('\u200b', '\u200d', '\u202e', '\ufe0f', 'a', 'é', '\u00ad');
  fc.assert(
    fc.property(fc.array(marks), fc.array(marks), (left, right) => {
      const [one, other] = [left.join(''), right.join('')];
      expect(visible(one) === visible(other)).toBe(one === other);
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => expect(visible(text)).toBe(text)));
});
