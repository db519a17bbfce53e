import { refusal } from '../../fixtures/refusal.ts';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSigner } from './key-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'runseal-key-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a key file', () => {
  it('is created only when that is asked for, readable by its owner alone, and found again', () => {
    const path = join(folder, 'key.pem');
    expect(() => fileSigner(path)).toThrow(refusal('runseal.key_missing'));
    const created = fileSigner(path, { ifMissing: 'create' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(fileSigner(path).keyId).toBe(created.keyId);
    expect(fileSigner(path, { ifMissing: 'create' }).keyId).toBe(created.keyId);
    expect(readdirSync(folder)).toEqual(['key.pem']);
    expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  });

  it.each([0o644, 0o640, 0o604, 0o620, 0o601])('that others can reach (mode %o) is refused', (mode) => {
    const path = join(folder, 'key.pem');
    fileSigner(path, { ifMissing: 'create' });
    chmodSync(path, mode);
    expect(() => fileSigner(path)).toThrow(refusal('runseal.key_exposed'));
    expect(() => fileSigner(path, { ifMissing: 'create' })).toThrow(refusal('runseal.key_exposed'));
  });

  it.each(['', 'not a key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'])(
    'holding %j is refused',
    (text) => {
      const path = join(folder, 'key.pem');
      writeFileSync(path, text, { mode: 0o600 });
      expect(() => fileSigner(path, { ifMissing: 'create' })).toThrow(refusal('sign.bad_key'));
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('that is a folder, or lies where nothing can be written, is refused', () => {
    chmodSync(folder, 0o700);
    expect(() => fileSigner(folder)).toThrow(refusal('runseal.key_unreadable'));
    expect(() => fileSigner(join(folder, 'no', 'key.pem'), { ifMissing: 'create' })).toThrow(
      refusal('runseal.key_unreadable'),
    );
  });
});
