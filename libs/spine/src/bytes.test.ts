import { refusal } from '../fixtures/refusal.ts';
import { concat, equalBytes, fromHex, toHex, uint64BE } from './bytes.ts';

describe('bytes', () => {
  it('writes and reads hex', () => {
    expect(toHex(Uint8Array.of(0, 15, 255))).toBe('000fff');
    expect(fromHex('000FFf')).toEqual(Uint8Array.of(0, 15, 255));
  });

  it.each(['0', 'zz', '0x00', ' 00'])('refuses %j as hex', (text) => {
    expect(() => fromHex(text)).toThrow(refusal('runseal.bad_hex'));
  });

  it('writes sizes as 8 bytes, big-endian', () => {
    expect(toHex(uint64BE(258))).toBe('0000000000000102');
    expect(toHex(uint64BE(2n ** 63n))).toBe('8000000000000000');
  });

  it('joins and compares byte strings', () => {
    expect(concat([Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)])).toEqual(Uint8Array.of(1, 2, 3));
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
  });
});
