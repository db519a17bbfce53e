import { csvCell, csvHeader, csvLine, type Column } from './csv.ts';

const COLUMNS: readonly Column<{ a: string; b: number | null }>[] = [
  { name: 'a', of: ({ a }) => a },
  { name: 'b', of: ({ b }) => b },
];

test('Lines end in CRLF, and quotes, commas and line ends are quoted', () => {
  expect(csvHeader(COLUMNS)).toBe('a,b\r\n');
  expect(csvLine(COLUMNS, { a: 'say "hi", twice\nor so', b: null })).toBe('"say ""hi"", twice\nor so",\r\n');
  expect(csvLine(COLUMNS, { a: '', b: -3 })).toBe(',-3\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\ufeff=1'])(
  'A text that a spreadsheet could run is made a text: %j',
  (text) => {
    expect(csvCell(text).replaceAll('"', '').startsWith("'")).toBe(true);
  },
);

test('Other text stays as it is', () => {
  for (const text of ['a=b', '1-2', 'mail@example.org', "'quoted'"]) expect(csvCell(text)).toBe(text);
});
