import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf, toHex } from '@runseal/spine';
import { keysInText } from './keys-in-text.ts';

const publicKey = new Uint8Array(
  generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
);
const hex = toHex(publicKey);
const id = keyIdOf(publicKey);
const entry = { keyId: id, publicKeyHex: hex };
const SINCE = '2026-01-01T00:00:00.000Z';

test('a key is found by its id, its hex digits or in a keys.json, once', () => {
  const found = [{ publicKeyHex: hex }];
  expect(keysInText(id)).toEqual(found);
  expect(keysInText(`key ${hex.toUpperCase()}.`)).toEqual(found);
  for (const mark of [{}, { compromisedAt: null }])
    expect(keysInText(JSON.stringify({ keys: [{ ...entry, ...mark }] }))).toEqual(found);
});

test('what is no key is not taken for one', () => {
  for (const text of ['ed25519:short and deadbeef', `${hex}00`, '[]'])
    expect(keysInText(text)).toMatch(/no public key/);
});

test('a mark comes with its key, the earliest of several, and goes to no other key', () => {
  const other = 'ab'.repeat(32);
  const marks = ['2026-02-01T00:00:00Z', SINCE].map((compromisedAt) => ({ ...entry, compromisedAt }));
  expect(keysInText(JSON.stringify([entry, ...marks, { publicKeyHex: other }]))).toEqual([
    { publicKeyHex: hex, compromisedAt: SINCE },
    { publicKeyHex: other },
  ]);
});

test.each([
  ['a mark that is no time', JSON.stringify([{ ...entry, compromisedAt: 'soon' }])],
  ['a mark under another name', JSON.stringify([{ ...entry, compromised_at: SINCE }])],
  ['a mark beside its key', JSON.stringify({ keys: [entry], compromisedAt: SINCE })],
  ['a mark on an id alone', JSON.stringify([{ keyId: id, compromisedAt: SINCE }])],
  ['a mark in words', `${id} COMPROMISED 2026-01-01`],
  ['a mark given twice', `[{"publicKeyHex":"${hex}","\\u0063ompromisedAt":"${SINCE}","\\u0063ompromisedAt":null}]`],
  ['a key under the id of another', JSON.stringify([{ ...entry, publicKeyHex: 'ab'.repeat(32) }])],
  [
    'a key retired before it was valid',
    JSON.stringify([{ ...entry, validFrom: SINCE, retiredAt: '2025-01-01T00:00:00Z' }]),
  ],
])('%s is told, and no key is taken', (_, text) => {
  expect(keysInText(text)).toEqual(expect.stringMatching(/./));
});
