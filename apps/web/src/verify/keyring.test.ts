import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf, toHex } from '@runseal/spine';
import { keptKey, keysInText, parseKeyring } from './keyring.ts';

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
