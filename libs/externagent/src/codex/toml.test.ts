import fc from 'fast-check';
import { tomlArray, tomlTable, tomlText } from './toml.ts';

describe('TOML values', () => {
  it('cannot be broken out of by any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const written = tomlText(text);
        expect(Array.from(written).every((character) => character >= ' ' && character !== '\u007f')).toBe(true);
        expect(written.slice(1, -1).replace(/\\./g, '')).not.toContain('"');
        expect(JSON.parse(written)).toBe(text);
      }),
    );
  });

  it('escape DEL, which JSON leaves bare', () => {
    expect(tomlText('a\u007fb')).toBe('"a\\u007fb"');
  });

  it('refuse text that is no Unicode', () => {
    expect(() => tomlText('\ud800')).toThrow(TypeError);
  });

  it('make arrays and inline tables', () => {
    expect(tomlTable({ tools: tomlArray(['a', 'b']), on: 'true' })).toBe('{tools=["a","b"],on=true}');
  });
});
