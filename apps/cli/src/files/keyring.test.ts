import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyIdOf } from '@runseal/spine';
import { parseKey, readKeyring } from './keyring.ts';

const raw = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

const MARKED = JSON.stringify({
  ...{ keyId: keyIdOf(raw), publicKeyHex: raw.toString('hex'), compromisedAt: '2026-01-01T00:00:00Z' },
});

const timed = (validFrom: string, retiredAt: string | null): string =>
  JSON.stringify({ keyId: keyIdOf(raw), publicKeyHex: raw.toString('hex'), validFrom, retiredAt });

describe('the keyring', () => {
  let dir: string;
  beforeAll(async () => (dir = await mkdtemp(join(tmpdir(), 'runseal-keys-'))));
  afterAll(() => rm(dir, { recursive: true }));

  it('takes a key as hex or as the id that holds it', () => {
    const key = { keyId: keyIdOf(raw), publicKey: new Uint8Array(raw) };
    expect(parseKey(raw.toString('hex'))).toEqual(key);
    expect(parseKey(raw.toString('hex').toUpperCase())).toEqual(key);
    expect(parseKey(keyIdOf(raw))).toEqual(key);
    expect(parseKey(`somebody-else=${raw.toString('hex')}`)).toEqual({ ...key, keyId: 'somebody-else' });
  });

  it.each([
    '',
    'abc',
    'ed25519:',
    'ed25519:AAAA',
    `${keyIdOf(raw)}=`,
    keyIdOf(raw).replace('ed25519', 'rsa'),
    `${keyIdOf(other)}=${raw.toString('hex')}`,
  ])('refuses %p as wrong usage', (text) => {
    expect(() => parseKey(text)).toThrow(expect.objectContaining({ code: 'key_invalid', exitCode: 2 }) as Error);
  });

  it('joins all key files that are named, so that no mark is lost', async () => {
    const entry = { keyId: keyIdOf(raw), publicKeyHex: raw.toString('hex') };
    const [marked, plain] = [join(dir, 'marked.json'), join(dir, 'plain.json')];
    await writeFile(marked, JSON.stringify([{ ...entry, compromisedAt: '2026-01-01T00:00:00Z' }]));
    await writeFile(plain, JSON.stringify([entry]));
    const ring = await readKeyring({ key: [], keys: [marked, plain] });
    expect(ring.map(({ compromisedAt }) => compromisedAt)).toEqual([Date.parse('2026-01-01T00:00:00Z'), undefined]);
  });

  it('takes a key that was retired: what it sealed goes on verifying', async () => {
    const file = join(dir, 'timed.json');
    for (const until of [null, '2026-01-02T00:00:00Z', '2027-01-01T00:00:00+02:00']) {
      await writeFile(file, `[${timed('2026-01-02T00:00:00Z', until)}]`);
      expect(await readKeyring({ key: [], keys: file })).toHaveLength(1);
    }
  });

  it('joins named keys and a key file', async () => {
    const file = join(dir, 'keys.json');
    await writeFile(
      file,
      JSON.stringify([{ keyId: keyIdOf(other), publicKeyHex: other.toString('hex'), origin: 'here' }]),
    );
    const keys = await readKeyring({ key: [keyIdOf(raw)], keys: file });
    expect(keys.map(({ keyId }) => keyId)).toEqual([keyIdOf(raw), keyIdOf(other)]);
  });

  it.each([
    ['is no list', '{}', 'key_invalid'],
    ['holds null', '[null]', 'key_invalid'],
    [
      'names one key and holds another',
      JSON.stringify([{ keyId: keyIdOf(raw), publicKeyHex: other.toString('hex') }]),
      'key_invalid',
    ],
    ['says twice when a key was lost', `[${MARKED.replace('}', ',"compromisedAt":null}')}]`, 'json_ambiguous'],
    [
      'says twice when a key was lost, spelt otherwise',
      `[${MARKED.replace('compromisedAt', 'compromised\\u0041t').replace('}', ',"compromisedAt":null}')}]`,
      'json_ambiguous',
    ],
    ['marks a key in words of its own', `[${MARKED.replace('compromisedAt', 'compromised_at')}]`, 'key_invalid'],
    ['marks a key at no time', `[${MARKED.replace('2026', 'x')}]`, 'key_invalid'],
    [
      'says a key was retired before it was valid',
      `[${timed('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')}]`,
      'key_invalid',
    ],
    ['is not JSON', '[', 'file_not_json'],
  ])('refuses a key file that %s', async (_, text, code) => {
    const file = join(dir, 'bad.json');
    await writeFile(file, text);
    await expect(readKeyring({ key: [], keys: file })).rejects.toMatchObject({ code, exitCode: 4 });
  });
});
