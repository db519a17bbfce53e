import fc from 'fast-check';
import { linesOf, placedLines } from './lines.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function all<T>(of: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of of) found.push(one);
  return found;
}

test('However a file comes in pieces, its lines are those it has, and stand where they are said to', async () => {
  const text = fc.array(fc.constantFrom('a', '\n', 'é', '𝄞'), { maxLength: 40 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
      const bytes = Buffer.from(whole);
      const lines = whole.split('\n');
      if (lines.at(-1) === '') lines.pop();
      expect(await all(linesOf(pieces(bytes, size)))).toEqual(lines);
      for (const { at, length, bytes: line } of await all(placedLines(pieces(bytes, size))))
        expect(bytes.subarray(at, at + length).equals(Buffer.from(line))).toBe(true);
    }),
  );
});

test('Of a line that is too long nothing is held, and those behind it are found', async () => {
  const bytes = Buffer.from(`one\n${'x'.repeat(1000)}\n{"two":2}\n${'y'.repeat(11)}`);
  for (const size of [1, 7, 5000]) {
    const lines = await all(linesOf(pieces(bytes, size), 10));
    expect([lines[0], lines[2]]).toEqual(['one', '{"two":2}']);
    for (const line of [lines[1]!, lines[3]!]) expect(() => JSON.parse(line) as unknown).toThrow(SyntaxError);
    expect((await all(placedLines(pieces(bytes, size), 10))).map(({ at }) => at)).toEqual([0, 4, 1005, 1015]);
  }
});
