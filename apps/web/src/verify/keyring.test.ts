import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf, toHex } from '@runseal/spine';
import { keptKey, keysInText, marksAKey, parseKeyring } from './keyring.ts';

const publicKey = new Uint8Array(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
);
const hex = toHex(publicKey);
const id = keyIdOf(publicKey);
const kept = keptKey(hex, 'pasted', new Date(0));

test('a key is found by its id, its hex digits or in a keys.json, once', () => {
  expect(keysInText(id)).toEqual([hex]);
  expect(keysInText(`key ${hex.toUpperCase()}.`)).toEqual([hex]);
  expect(keysInText(JSON.stringify({ keys: [{ keyId: id, publicKeyHex: hex }] }))).toEqual([hex]);
});

test('what is no key is not taken for one', () => {
  expect(keysInText('ed25519:short and deadbeef')).toEqual([]);
  expect(keysInText(`${hex}00`)).toEqual([]);
});

test('a text that says a key was lost is told from one that does not, however it says so', () => {
  const entry = { keyId: id, publicKeyHex: hex };
  const list = (mark: object): string => JSON.stringify({ keys: [entry, { ...entry, ...mark }] });
  for (const text of [id, hex, list({}), list({ compromisedAt: null }), `${id} of the auditor`])
    expect(marksAKey(text)).toBe(false);
  const marked = list({ compromisedAt: '2026-01-01T00:00:00Z' });
  for (const text of [
    marked,
    marked.replace('compromisedAt', 'compromised\\u0041t'),
    marked.replace('"}]', '","compromisedAt":null}]'),
    list({ compromised_at: 1 }),
    `${id} COMPROMISED 2026-01-01`,
  ])
    expect(marksAKey(text)).toBe(true);
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
