import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf, toHex } from '@runseal/spine';
import { keptKey, parseKeyring, trustedKeys, withMark } from './keyring.ts';

const publicKey = new Uint8Array(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
);
const hex = toHex(publicKey);
const id = keyIdOf(publicKey);
const kept = keptKey(hex, 'pasted', new Date(0));

const SINCE = '2026-01-01T00:00:00.000Z';

test('a mark is not taken back by what comes without it, nor made later', () => {
  const marked = withMark(kept, { compromisedAt: SINCE });
  expect(withMark(marked, {})).toBe(marked);
  expect(withMark(marked, { compromisedAt: '2026-03-01T00:00:00Z' })).toBe(marked);
  expect(withMark(marked, { compromisedAt: '2025-01-01T00:00:00Z' }).compromisedAt).toBe('2025-01-01T00:00:00Z');
  expect(trustedKeys(parseKeyring(JSON.stringify([marked])))).toEqual([
    { keyId: id, publicKey, compromisedAt: Date.parse(SINCE) },
  ]);
});

test('a stored key whose mark cannot be read is left out, not taken for one without', () => {
  expect(parseKeyring(JSON.stringify([{ ...kept, compromisedAt: 'soon' }]))).toEqual([]);
});

test('a stored keyring is read back', () => {
  expect(parseKeyring(JSON.stringify([kept]))).toEqual([kept]);
});

test('a stored key whose id is not its own is left out', () => {
  const other = { ...kept, keyId: `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}` };
  expect(parseKeyring(JSON.stringify([other, { ...kept, publicKeyHex: 'zz' }, null, 'text']))).toEqual([]);
});

test.each([null, '', '{', '{}', 'null'])('a keyring stored as %p is empty', (stored) => {
  expect(parseKeyring(stored)).toEqual([]);
});
