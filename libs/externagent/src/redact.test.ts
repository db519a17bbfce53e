import fc from 'fast-check';
import { redactor } from './redact.ts';

const secret = fc
  .string({ unit: 'grapheme', minLength: 6, maxLength: 30 })
  .filter((s) => s.isWellFormed() && !'[redacted]'.includes(s));

describe('redaction', () => {
  it('leaves no secret in text or bytes, plain or JSON-escaped', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        const text = JSON.stringify({ a: before + key + after }) + key;
        const { bytes, text: inText, finds } = redactor([key]);
        expect(inText(text).includes(key)).toBe(false);
        expect(Buffer.from(bytes(Buffer.from(text))).includes(Buffer.from(key))).toBe(false);
        expect(finds(text)).toBe(true);
      }),
    );
  });

  it('leaves no part of a secret in either half of what is cut within it, but what says nothing', () => {
    const bytesOf = (text: string): Uint8Array => Buffer.from(text);
    const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
    const key = 'sk-0123456789abcdef';
    const { beginning, ending } = redactor(['other', key]);
    for (let cut = 0; cut <= key.length; cut += 1) {
      const [first, second] = [key.slice(0, cut), key.slice(cut)];
      const told = (part: string): string => (part.length < 4 ? part : '[redacted]');
      expect(textOf(beginning(bytesOf(`${key} <${first}`)))).toBe(`[redacted] <${told(first)}`);
      expect(textOf(ending(bytesOf(`${second}> ${key}`)))).toBe(`${told(second)}> [redacted]`);
    }
    expect(textOf(beginning(bytesOf('sk-0')))).toBe('[redacted]');
    expect(textOf(ending(bytesOf('cdef')))).toBe('[redacted]');
    const plain = bytesOf('nothing of it');
    expect([beginning(plain), ending(plain)]).toEqual([plain, plain]);
    expect(redactor([]).beginning(plain)).toBe(plain);
  });

  it('knows a secret that JSON or an address has escaped', () => {
    const secret = 'a"b/c\\d+e';
    const { text } = redactor([secret]);
    for (const written of [
      JSON.stringify(secret),
      JSON.stringify(secret).replaceAll('/', '\\/'),
      encodeURIComponent(secret),
    ])
      expect(text(`<${written}>`)).toMatch(/^<"?\[redacted\]"?>$/);
  });

  it('gives back the very bytes when there is nothing to hide', () => {
    const bytes = Uint8Array.of(0xff, 0xfe, 0x00, 0x61);
    expect(redactor(['secret']).bytes(bytes)).toBe(bytes);
  });

  it('touches only the secret in a line that is not UTF-8', () => {
    const line = Buffer.concat([Buffer.of(0xff, 0x80), Buffer.from('töken'), Buffer.of(0xc3)]);
    expect(Buffer.from(redactor(['töken']).bytes(line))).toEqual(
      Buffer.concat([Buffer.of(0xff, 0x80), Buffer.from('[redacted]'), Buffer.of(0xc3)]),
    );
  });

  it('ignores empty secrets', () => {
    expect(redactor(['']).text('abc')).toBe('abc');
    expect(redactor(['']).finds('abc')).toBe(false);
  });
});
