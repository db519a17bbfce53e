import fc from 'fast-check';
import { plain, renderScreen, screenLines } from './screen.ts';

describe('the screen', () => {
  it('lines a table up under its head', () => {
    expect(
      renderScreen(
        [
          {
            head: ['run', 'state'],
            rows: [
              ['r1', 'ok'],
              ['long-run', { text: 'bad', tone: 'bad' }],
            ],
          },
        ],
        false,
      ),
    ).toBe('run       state\nr1        ok\nlong-run  bad\n');
  });

  it('lines up a table however long, and holds none of its rows', () => {
    let atOnce = 0;
    const rows = {
      *[Symbol.iterator]() {
        for (let n = 0; n < 200_000; n += 1) {
          atOnce += 1;
          yield [String(n), 'x'];
          atOnce -= 1;
        }
      },
    };
    let lines = 0;
    let most = 0;
    let last = '';
    for (const line of screenLines([{ head: ['n', ''], rows }], false)) {
      lines += 1;
      most = Math.max(most, atOnce);
      last = line;
    }
    expect([lines, most, last]).toEqual([200_001, 1, '199999  x\n']);
  });

  it('colours only when asked to', () => {
    expect(renderScreen([[{ text: 'x', tone: 'bad' }]], false)).toBe('x\n');
    expect(renderScreen([[{ text: 'x', tone: 'bad' }]], true)).toBe('\u001b[1;31mx\u001b[0m\n');
  });

  it.each([
    ['an escape sequence', '\u001b[2J', '\\u{1b}[2J'],
    ['a line break', 'a\nb', 'a\\u{a}b'],
    ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
    ['a C1 control', '\u009b31m', '\\u{9b}31m'],
    ['a lone surrogate', 'a\ud800', 'a\\u{d800}'],
  ])('shows %s instead of obeying it', (_, hostile, shown) => {
    expect(plain(hostile)).toBe(shown);
  });

  it('tells letters that are not what they look like, and keeps its columns', () => {
    const rows = ['scope=p\u0430y.txt', 'scope=pay.txt'].map((name) => [name, 'ok']);
    expect(renderScreen([{ head: ['name', ''], rows }], false).split('\n')).toEqual([
      'name',
      'scope=p\u0430y[Cyrillic \u0430].txt  ok',
      'scope=pay.txt              ok',
      '',
    ]);
  });

  it('never lets a control character of a record through, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const screen = renderScreen([[text], { head: ['h'], rows: [[text]] }], false);
        // eslint-disable-next-line no-control-regex -- control characters are what this looks for
        expect(screen).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(screen.split('\n')).toHaveLength(4);
      }),
    );
  });
});
