import { byteCount, count, shortId } from './count.ts';
import { contentOf, hexOf, integerOf } from './payload.ts';
import { inUnits } from './unit.ts';
import { ago, clock, duration, exactNs, momentOfNs, remaining } from './time.ts';

test('every digit of a time is shown, also before 1970 and beyond the years a Date knows', () => {
  expect(exactNs('1764424560123456789')).toBe('2025-11-29T13:56:00.123456789Z');
  expect(exactNs('-1')).toMatch(/\.999999999Z$/);
  expect(momentOfNs('1764424560123456789')).toMatch(/^\d+ Nov 2025, \d\d:\d\d:00\.123 [A-Z]\S+$/);
  expect(momentOfNs('not a time')).toBe('not a time');
  expect(exactNs('not a time')).toBe('not a time ns since 1970');
});

test('a time says its zone', () => {
  expect(clock('2026-07-01T11:59:50Z')).toMatch(/^1 Jul 2026, \d\d:\d\d:50 [A-Z]\S+$/);
  expect(clock(null)).toBe('–');
});

test('durations take the unit that reads best', () => {
  expect([999, 1_500, 2_000_000, 125_000_000].map(duration)).toEqual(['999 µs', '1.5 ms', '2 s', '2 min 5 s']);
});

test('time that is left is never made longer', () => {
  expect([-5, 59_999, 245_900, 12_059_000, 259_199_000].map(remaining)).toEqual([
    '0 s',
    '59 s',
    '4 min 05 s',
    '3 h 20 min',
    '2 days',
  ]);
});

test('a number is shown in the unit its key names, and in none where it names none', () => {
  expect([inUnits('duration_us', 23_268), inUnits('wall_ms', 90_000), inUnits('raw_bytes', 1536)]).toEqual([
    '23268 µs = 23 ms',
    '90000 ms = 1 min 30 s',
    '1536 B = 1.5 KiB',
  ]);
  expect(inUnits('raw_bytes', 64)).toBe('64 B');
  expect([inUnits('call', 3), inUnits('duration_us', '3')]).toEqual([null, null]);
});

test('what just happened is said so', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  expect(ago('2026-11-29T11:59:50Z', now)).toBe('just now');
  expect(ago('2026-11-29T11:00:00Z', now)).toBe('1 h ago');
});

test('counts agree with their noun', () => {
  expect([count(1, 'event'), count(12_345, 'event')]).toEqual(['1 event', '12,345 events']);
  expect([byteCount(1023), byteCount(1536), byteCount(1_048_576)]).toEqual(['1023 B', '1.5 KiB', '1.0 MiB']);
});

test('a short id keeps both ends, and a key id its scheme', () => {
  expect(shortId('0123456789abcdef0123')).toBe('01234567…0123');
  expect(shortId('ed25519:0123456789abcdef0123')).toBe('ed25519:01234567…0123');
  expect(shortId('short')).toBe('short');
});

test('wide integers keep their digits', () => {
  expect(integerOf({ n: { $int: '9007199254740993' } }, 'n')).toBe(9007199254740993n);
  expect(integerOf({ n: { $int: 'x' } }, 'n')).toBeNull();
});

test('only a content reference is taken for one', () => {
  const commitment = { $hex: 'ab'.repeat(32) };
  expect(contentOf({ commitment, bytes: 3, media: 'text/plain' })).toEqual({
    commitment: 'ab'.repeat(32),
    bytes: 3,
    media: 'text/plain',
  });
  expect(contentOf({ commitment: { $hex: '../../x' }, bytes: 3, media: 'text/plain' })).toBeNull();
  expect(hexOf({ $hex: 'ab', more: 1 })).toBeNull();
});
