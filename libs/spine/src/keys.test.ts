import { refusal } from '../fixtures/refusal.ts';
import { keyIdOf, publicKeyOf, trustedKey } from './keys.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i * 7);

describe('key ids', () => {
  it('name the key by themselves', () => {
    expect(keyIdOf(KEY)).toMatch(/^ed25519:[\w-]{43}$/);
    expect(publicKeyOf(keyIdOf(KEY))).toEqual(KEY);
  });

  it.each([
    '',
    'ed25519:',
    `rsa:${keyIdOf(KEY).slice(8)}`,
    keyIdOf(KEY).replace('ed25519', 'ed25520'),
    `${keyIdOf(KEY)}A`,
    keyIdOf(KEY).slice(0, -1),
    `${keyIdOf(KEY)}=`,
  ])('%j is not one', (id) => expect(() => publicKeyOf(id)).toThrow(refusal('sign.bad_key')));
});

test('a key of another length has no id', () => {
  for (const length of [0, 31, 33])
    expect(() => keyIdOf(new Uint8Array(length))).toThrow(refusal('runseal.bad_length'));
});

describe('a keyring', () => {
  it('is a map or a list', () => {
    expect(trustedKey(new Map([['their-key', KEY]]), 'their-key')).toEqual(KEY);
    expect(trustedKey([{ keyId: 'their-key', publicKey: KEY }], 'their-key')).toEqual(KEY);
    expect(trustedKey([], 'their-key')).toBeUndefined();
  });

  it.each([
    ['holds a key of another length', 'their-key', new Uint8Array(31)],
    ['holds another key than the id names', keyIdOf(KEY), new Uint8Array(32)],
  ])('that %s is refused', (_, id, key) => {
    expect(() => trustedKey(new Map([[id, key]]), id)).toThrow(refusal('sign.bad_key'));
  });
});
