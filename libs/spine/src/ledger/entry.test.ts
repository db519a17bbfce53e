import { createHash } from 'node:crypto';
import { refusal } from '../../fixtures/refusal.ts';
import { encodeCbor } from '../cbor.ts';
import { decodeLedgerEntry, encodeLedgerEntry, ledgerLeaf, LONGEST_ENTRY } from './entry.ts';

const entry = (reason: string) =>
  ({ kind: 'key.retired', time: 1n, workspace: '', subject: 'k', actor: 'ana', reason }) as const;

test('an entry reads back with its version', () => {
  expect(decodeLedgerEntry(encodeLedgerEntry(entry('replaced')))).toEqual({ v: 1, ...entry('replaced'), time: 1 });
});

test('its leaf is the one of RFC 9162, so that the tools of others rebuild the root', () => {
  const bytes = encodeLedgerEntry(entry('replaced'));
  const leaf = createHash('sha256').update(Uint8Array.of(0)).update(bytes).digest();
  expect(Buffer.from(ledgerLeaf(bytes)).toString('hex')).toBe(leaf.toString('hex'));
});

test('an entry may be as long as the longest, and no longer', () => {
  const room = LONGEST_ENTRY - encodeLedgerEntry(entry('x'.repeat(4000))).length;
  expect(encodeLedgerEntry(entry('x'.repeat(4000 + room)))).toHaveLength(LONGEST_ENTRY);
  expect(() => encodeLedgerEntry(entry('x'.repeat(4001 + room)))).toThrow(refusal('runseal.ledger_entry_too_long'));
});

test.each([null, 1, 'text', true, [[1]], Uint8Array.of(1)])('%p is no entry', (value) => {
  expect(() => decodeLedgerEntry(encodeCbor(value as never))).toThrow(refusal('enc.decode'));
});
