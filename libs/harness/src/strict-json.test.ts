import fc from 'fast-check';
import { readStrictJson, readStrictJsonBytes } from './strict-json.ts';

const defectOf = (text: string) => {
  const read = readStrictJson(text);
  return read.ok ? null : read.defect;
};

describe('reading JSON strictly', () => {
  it.each([
    ['{"amount":1,"amount":2}', 'duplicate_key'],
    ['{"a":{"b":1,"\\u0062":2}}', 'duplicate_key'],
    ['[{"a":1},{"a":1,"a":1}]', 'duplicate_key'],
    ['{"a":"\\ud800"}', 'lone_surrogate'],
    ['{"\\udc00":1}', 'lone_surrogate'],
    ['9007199254740993', 'number_not_exact'],
    ['{"n":-9007199254740993}', 'number_not_exact'],
    ['[1e400]', 'number_not_exact'],
    ['{"__proto__":1}', 'reserved_key'],
    ['{"a":', 'syntax'],
    ['{"a":1} x', 'syntax'],
    ["{'a':1}", 'syntax'],
    ['{"a":NaN}', 'syntax'],
    ['', 'syntax'],
  ])('refuses %s as %s', (text, defect) => {
    expect(defectOf(text)).toBe(defect);
  });

  it.each([
    '{"a":{"a":1},"b":["a","a"]}',
    '"a\\"b:{,"',
    '-0.5e-3',
    '9007199254740991',
    '{"😀":"\\ud83d\\ude00"}',
    ' [ ] ',
    'null',
  ])('reads %s', (text) => {
    expect(readStrictJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
  });

  it('refuses nesting that recursive readers could not follow', () => {
    expect(defectOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe('too_deep');
  });

  it.each([
    ['items', `[${'1,'.repeat(200_000)}1]`],
    ['objects', `[${'{},'.repeat(200_000)}1]`],
    ['keys', `{${Array.from({ length: 200_002 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['no JSON', '[,'.repeat(200_000)],
  ])('refuses a text of too many values before it makes anything of them: %s', (_, text) => {
    expect(defectOf(text)).toBe('too_many_values');
  });

  it.each([
    ['what stands in strings', JSON.stringify([',[{"\\'.repeat(100_000), ',[{\\'.repeat(100_000)])],
    ['spaces', `[${' '.repeat(400_000)}]`],
    ['as many as may be', `[${'1,'.repeat(199_998)}1]`],
  ])('does not count %s', (_, text) => {
    expect(defectOf(text)).toBeNull();
  });

  it('takes fewer where fewer may be, and does not wait for the end of a string that has none', () => {
    expect(readStrictJson('[1,2,3]', 2)).toMatchObject({ ok: false, defect: 'too_many_values' });
    expect(readStrictJson('[1,2,3]', 3)).toMatchObject({ ok: true });
    expect(defectOf(`"${'x\\'.repeat(200_000)}`)).toBe('syntax');
  });

  it('reads a string of eight megabytes', () => {
    expect(defectOf(JSON.stringify({ text: 'x\\"'.repeat(2_800_000) }))).toBeNull();
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(readStrictJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toMatchObject({ ok: false, defect: 'invalid_utf8' });
  });

  it('reads whatever JSON.stringify writes, unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const read = readStrictJson(text);
        fc.pre(read.ok || !['reserved_key', 'lone_surrogate', 'number_not_exact'].includes(read.defect));
        expect(read).toEqual({ ok: true, value: JSON.parse(text) as unknown });
      }),
    );
  });

  it.each([
    ['a whole number that is not exact', '123456789012345680000'],
    ['such a number in a list', '[-123456789012345680000]'],
    ['a reserved key', '{"__proto__":1}'],
    ['half of a surrogate pair in an escape', '{"a":["\\ud800"]}'],
    ['lists nested too deep', '['.repeat(129) + ']'.repeat(129)],
    ['objects nested too deep', `${'{"a":'.repeat(129)}1${'}'.repeat(129)}`],
  ])('refuses %s, although JSON.stringify would write it back as it is', (_, text) => {
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    expect(defectOf(text)).not.toBeNull();
    expect(defectOf(text)).toBe(defectOf(` ${text}`));
  });

  it('never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof readStrictJson(text).ok === 'boolean'));
  });
});
