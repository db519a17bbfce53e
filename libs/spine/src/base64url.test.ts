import { refusal } from '../fixtures/refusal.ts';
import fc from 'fast-check';
import { fromBase64Url, toBase64Url } from './base64url.ts';

describe('base64url', () => {
  it('agrees with Buffer in both directions', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(toBase64Url(bytes)).toBe(text);
        expect(fromBase64Url(text)).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['padding', 'AA=='],
    ['the letters of plain base64', '+/+/'],
    ['a space', 'AA AA'],
    ['one letter too many', 'AAAAA'],
    ['left-over bits', 'AB'],
  ])('refuses %s', (_, text) => {
    expect(() => fromBase64Url(text)).toThrow(refusal('runseal.bad_base64url'));
  });
});
