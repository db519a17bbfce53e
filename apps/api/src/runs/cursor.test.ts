import fc from 'fast-check';
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
