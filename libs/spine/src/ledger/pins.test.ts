import type { Report } from '../verdicts.ts';
import { formatHead } from './head.ts';
import { formatNote } from './note.ts';
import { mergedPins, parsePins, pinReceipt, pinsFile, pinsOf, withPinsOf, type Pin, type Pins } from './pins.ts';
import { formatReceipt } from './receipt.ts';

const ORIGIN = 'ledger.example/one';
const NOW = new Date('2026-11-30T12:00:00Z');

function receiptAt(size: number, fill: number): string {
  const text = formatHead({ origin: ORIGIN, size, root: new Uint8Array(32).fill(fill), extensions: [] });
  return formatReceipt({ index: 0, inclusion: [], extra: null, head: formatNote({ text, signatures: [SIGNATURE] }) });
}
const SIGNATURE = { name: ORIGIN, id: '00000000', signature: new Uint8Array(64) };

const reportWith = (state: string, code: string): Report =>
  ({ verdicts: [{ name: 'independence', state, code }] }) as unknown as Report;
const passed = reportWith('pass', 'runseal.witnessed');

test('a first head is remembered, the same again is known, another size is not held against it', () => {
  const first = pinReceipt(passed, receiptAt(5, 1), {}, NOW)!;
  expect(first.pinned).toMatchObject({ origin: ORIGIN, size: 5, state: 'first' });
  expect(pinReceipt(passed, receiptAt(5, 1), first.pins, NOW)!.pinned.state).toBe('known');
  const later = pinReceipt(passed, receiptAt(9, 2), first.pins, NOW)!;
  expect(later.pinned.state).toBe('unchecked');
  expect(later.pins[ORIGIN]?.map(({ size }) => size)).toEqual([5, 9]);
});

test('a head of the same size with another root contradicts, and never takes the place of the pin', () => {
  const { pins } = pinReceipt(passed, receiptAt(5, 1), {}, NOW)!;
  const second = pinReceipt(passed, receiptAt(5, 2), pins, NOW)!;
  expect(second.pinned).toMatchObject({ state: 'contradicts', roots: ['01'.repeat(32), '02'.repeat(32)] });
  expect(second.pins).toBe(pins);
});

test('a head whose signature was not verified is neither held nor remembered', () => {
  expect(pinReceipt(reportWith('fail', 'runseal.receipt_invalid'), receiptAt(5, 1), {}, NOW)).toBeNull();
  expect(pinReceipt(reportWith('warn', 'runseal.not_witnessed'), receiptAt(5, 1), {}, NOW)).not.toBeNull();
  expect(pinReceipt(passed, null, {}, NOW)).toBeNull();
});

test('pins survive their file, and two contradicting pins of one size are both kept', () => {
  const one = pinReceipt(passed, receiptAt(5, 1), {}, NOW)!.pins;
  const other = pinReceipt(passed, receiptAt(5, 2), {}, NOW)!.pins;
  expect(parsePins(pinsFile(one))).toEqual(one);
  expect(mergedPins(one, other)[ORIGIN]).toHaveLength(2);
  expect(mergedPins(one, one)).toEqual(one);
});

test('pins that hold one ledger twice are none: the heads of one would be forgotten', () => {
  const { pins } = pinReceipt(passed, receiptAt(5, 1), {}, NOW)!;
  expect(parsePins(pinsFile(pins).replace('{', `{${JSON.stringify(ORIGIN)}: [],`))).toBeNull();
});

test('pins of several sizes are kept in the order of their sizes, whatever order they came in', () => {
  const [two, ten] = [receiptAt(2, 1), receiptAt(10, 1)];
  const last = [ten, two].reduce<Pins>((pins, receipt) => pinReceipt(passed, receipt, pins, NOW)!.pins, {});
  expect(last[ORIGIN]!.map(({ size }) => size)).toEqual([2, 10]);
});

test('it is the verdict on independence that says whether the head was verified', () => {
  const integrity = { name: 'integrity', state: 'pass', code: null };
  const report = { verdicts: [integrity, { name: 'independence', state: 'fail', code: 'x' }] } as unknown as Report;
  expect(pinReceipt(report, receiptAt(5, 1), {}, NOW)).toBeNull();
});

const PIN: Pin = { size: 1, root: 'ab'.repeat(32), note: 'n', seenAt: 's' };
const listed = (...pins: readonly unknown[]): string => JSON.stringify({ a: pins });

test.each([
  ...['', '[]', 'null', '1', '"x"', '{"a":1}', '{"a":{}}', '{"a":[null]}'],
  ...[{ size: '1' }, { size: 1.5 }, { size: 2 ** 53 }, { note: 1 }, { seenAt: null }].map((bad) =>
    listed({ ...PIN, ...bad }),
  ),
  ...['', `${PIN.root}0`, `0${PIN.root}`, PIN.root.toUpperCase(), ['x'], [PIN.root]].map((root) =>
    listed({ ...PIN, root }),
  ),
  listed(PIN, { ...PIN, note: 1 }),
  JSON.stringify({ a: [PIN], b: [1] }),
])('%j holds no pins', (text) => {
  expect(parsePins(listed(PIN))).not.toBeNull();
  expect(parsePins(text)).toBeNull();
});

test.each(['__proto__', 'constructor', 'toString'])('a ledger may call itself %s', (origin) => {
  const pin: Pin = { size: 1, root: '00'.repeat(32), note: '', seenAt: '' };
  const pins: Pins = withPinsOf({}, origin, [pin]);
  expect(pinsOf({}, origin)).toEqual([]);
  expect(pinsOf(parsePins(pinsFile(pins))!, origin)).toEqual([pin]);
  expect(pinsOf(mergedPins({}, pins), origin)).toEqual([pin]);
});
