import fc from 'fast-check';
import { inboxCursorOf } from '../approvals/inbox-cursor.ts';
import { codeOf } from '../problem/code-of.ts';
import { cursorOf, cursorText } from './cursor.ts';

test('a cursor comes back as it was handed out', () => {
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.uuid({ version: 7 }), (createdAt, run) => {
      expect(cursorOf(cursorText({ createdAt, run }))).toEqual({ createdAt, run });
    }),
  );
});

test('any other text is refused, and nothing else is thrown', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        cursorOf(text);
      } catch (error) {
        expect(codeOf(error)).toBe('cursor_invalid');
        return;
      }
      throw new Error(`accepted ${text}`);
    }),
  );
});

test.each(['-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])(
  'a time of %s, which no database takes, is none of ours',
  (time) => {
    const run = '0198c0de-0000-7000-8000-000000000000';
    const texts = [`${time} ${run}`, `p ${time} ${run}`].map((text) => Buffer.from(text).toString('base64url'));
    for (const [read, text] of [
      [cursorOf, texts[0]!],
      [inboxCursorOf, texts[1]!],
    ] as const)
      expect(() => read(text)).toThrow('not one of ours');
  },
);
