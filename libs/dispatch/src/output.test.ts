import fc from 'fast-check';
import { boundText, HeadAndTail } from './output.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

test('a text that fits is left as it is', () => {
  expect(boundText('grüße', 7)).toEqual({ text: 'grüße', truncated: false });
});

test('a text that was cut says how many bytes are missing', () => {
  const { text, truncated } = boundText('x'.repeat(1000), 100);
  const [kept, closing] = text.split('\n');
  expect(truncated).toBe(true);
  expect(closing).toBe(`[${1000 - kept!.length} of 1000 bytes are missing here]`);
});

test('a bounded text never exceeds its bound, never splits a character and is well-formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 64, max: 300 }), (text, max) => {
      const bounded = boundText(text, max);
      expect(bytes(bounded.text)).toBeLessThanOrEqual(max);
      expect(bounded.text.isWellFormed()).toBe(true);
      if (text.isWellFormed() && bounded.truncated)
        expect(text.startsWith(bounded.text.split('\n[').slice(0, -1).join('\n['))).toBe(true);
    }),
  );
});

test('head and tail keep both ends of a stream, however it is cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 97 }),
      (data, room, step) => {
        const ascii = data.map((byte) => 97 + (byte % 26));
        const collected = new HeadAndTail(room);
        for (let i = 0; i < ascii.length; i += step) collected.push(ascii.subarray(i, i + step));
        const { text, truncated } = collected.text();
        const all = Buffer.from(ascii).toString();
        expect(collected.total).toBe(all.length);
        expect(truncated).toBe(all.length > room);
        if (!truncated) expect(text).toBe(all);
        else {
          expect(text.startsWith(all.slice(0, Math.ceil(room / 2)))).toBe(true);
          expect(text.endsWith(all.slice(all.length - Math.floor(room / 2)))).toBe(true);
          expect(text).toContain(`[${all.length - room} of ${all.length} bytes are missing here]`);
        }
      },
    ),
  );
});

test('head and tail hold no more than they need of a long stream', () => {
  const collected = new HeadAndTail(1024);
  const chunk = new Uint8Array(64).fill(120);
  for (let i = 0; i < 200_000; i += 1) collected.push(chunk);
  expect(collected.total).toBe(200_000 * 64);
  expect(Buffer.byteLength(collected.text().text)).toBeLessThan(1200);
});
