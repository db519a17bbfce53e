import { oddLetters, spelled } from './letters.ts';
import { visible } from './visible.ts';

const told = (text: string) => oddLetters(text).map(({ from, to, letters }) => [text.slice(from, to), letters]);

test.each([
  ['p\u0430ypal.txt', 'p\u0430ypal', 'Cyrillic \u0430'],
  ['https://p\u0430yp\u0430l.com/pay', 'p\u0430yp\u0430l', 'Cyrillic \u0430'],
  ['w\u03BFrk\u0455pace_write', 'w\u03BFrk\u0455pace', 'Greek \u03BF, Cyrillic \u0455'],
  ['\u043E\u0442\u0447\u0451\u0442V', '\u043E\u0442\u0447\u0451\u0442V', 'Latin V'],
  ['\u0578rder', '\u0578rder', 'Armenian \u0578'],
  ['p\u{1D41A}y', 'p\u{1D41A}y', 'mathematical \u{1D41A}'],
])('%s has letters of another script in a word', (text, word, letters) => {
  expect(told(text)).toEqual([[word, letters]]);
});

test('a word of nothing but letters that look Latin is told among Latin ones, wherever it is cut', () => {
  expect(told('\u0430\u0440\u0440\u04CF\u0435.com')).toEqual([
    ['\u0430\u0440\u0440\u04CF\u0435', 'Cyrillic \u0430\u0440\u04CF\u0435'],
  ]);
  expect(told('p\u200C\u0430\u200Cy')).toEqual([['\u0430', 'Cyrillic \u0430']]);
  // What is told of a host is not taken back by what follows it.
  expect(told('https://\u0430\u0440\u0440\u04CF\u0435.com/жук')).toHaveLength(1);
});

test.each([
  ['ASCII', 'src/file-1.ts'],
  ['Latin with its accents', 'Übergröße_ñandú.csv'],
  ['Latin decomposed', 'U\u0308bergro\u0308\u00DFe.csv'],
  ['Cyrillic, with a Latin ending', 'Отчёт за 2024 год.txt'],
  ['a Russian sentence', 'поездка с Анной и о том.md'],
  ['Greek', 'αναφορά.txt'],
  ['a Greek sign with a Latin letter', 'Δt_λx_10µm.csv'],
  ['Arabic', 'تقرير2024.txt'],
  ['Arabic with Latin in one word', 'تقريرiPhone'],
  ['Hebrew', 'דוח.pdf'],
  ['Thai with Latin', 'ไฟล์abc.txt'],
  ['Japanese', '日本語のファイルABC第2回.txt'],
  ['Japanese with the long mark and full width', 'サーバーＡＢＣ々.txt'],
  ['Korean', '한국어漢字v2.txt'],
  ['Chinese', '報告ㄅㄆv2.txt'],
  ['Ethiopic, which has no name here', 'ሰላም.txt'],
  ['emoji', 'party🎉👩‍👩‍👧.txt'],
])('%s is no false alarm', (_, text) => {
  expect(told(text)).toEqual([]);
});

test('where there is only text, the letters stand behind their word, and what nobody would see is shown besides', () => {
  expect(spelled('see p\u0430ypal.com\u202e/p\u0430y')).toBe(
    'see p\u0430ypal[Cyrillic \u0430].com\\u{202e}/p\u0430y[Cyrillic \u0430]',
  );
  for (const text of ['src/file-1.ts', 'Отчёт.txt', 'tab\u200bbed', '']) expect(spelled(text)).toBe(visible(text));
});
