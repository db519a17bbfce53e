import fc from 'fast-check';
import { refusal } from '../fixtures/refusal.ts';
import { parsePlainJson } from './plain-json.ts';

test('Whatever JSON.stringify writes is read as JSON.parse reads it, with any spaces', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 3 }), (value, spaces) => {
      const text = JSON.stringify(value, null, spaces);
      expect(parsePlainJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('A key that is given twice is refused, whatever stands around it and however it is spelt', () => {
  const escaped = (text: string): string =>
    text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.jsonValue(), fc.jsonValue(), (key, one, other) => {
      const [first, second] = [JSON.stringify(one), JSON.stringify(other)];
      for (const again of [JSON.stringify(key), `"${escaped(key)}"`])
        expect(() => parsePlainJson(`[{"around": {${JSON.stringify(key)} :${first},${again}: ${second}}}]`)).toThrow(
          refusal('runseal.json_ambiguous'),
        );
    }),
  );
});

test('Marks within strings are no keys, and what is no JSON is a SyntaxError', () => {
  for (const text of ['":"', '["\\":\\"", "\\\\", ":"]', '{"a\\\\":":,:"}', '{"__proto__":1}', '0', '""'])
    expect(parsePlainJson(text)).toEqual(JSON.parse(text));
  for (const text of ['', '{', '{"a":1,}', '":']) expect(() => parsePlainJson(text)).toThrow(SyntaxError);
  expect(parsePlainJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toHaveLength(1);
});
