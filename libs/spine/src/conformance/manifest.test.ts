import { refusal } from '../../fixtures/refusal.ts';
import { CRYPTO_MANIFEST, readManifests, STRUCTURAL_MANIFEST } from './manifest.ts';

const PATHS = { structural: STRUCTURAL_MANIFEST, crypto: CRYPTO_MANIFEST };
const KEY = { key_id: 'k', public_key_hex: '00'.repeat(32) };
const EVENT = { id: 'a', expect: 'accept', description: 'd', events: ['valid/a_01.cbor'] };
const RUN = {
  id: 'b',
  tier: 'L2',
  kind: 'run',
  expect: 'reject',
  failure_code: 'record.decode',
  description: 'd',
  artifact: 'invalid/b.cbor',
};

function read(structural: unknown, crypto: unknown) {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  return readManifests(PATHS, bytes(structural), bytes(crypto));
}

const structural = (vector: object = EVENT) => ({ suite_version: '1', tier: 'L1', vectors: [vector] });
const crypto = (vector: object = RUN) => ({ suite_version: '1', keyring: [KEY], vectors: [vector] });

describe('the manifests of the suite', () => {
  it('become one list of vectors with paths from the suite folder', () => {
    const { vectors, version, keyring } = read(structural(), crypto());
    expect(version).toBe('1');
    expect(keyring[0]!.publicKey).toHaveLength(32);
    expect(vectors).toEqual([
      {
        id: 'a',
        tier: 'L1',
        kind: 'structural',
        expected: null,
        description: 'd',
        files: ['structural/valid/a_01.cbor'],
      },
      {
        id: 'b',
        tier: 'L2',
        kind: 'run',
        expected: 'record.decode',
        description: 'd',
        files: ['crypto/invalid/b.cbor'],
      },
    ]);
  });

  it.each([
    ['name a file outside the suite', structural(), crypto({ ...RUN, artifact: '../../secret.cbor' })],
    ['name an absolute file', structural({ ...EVENT, events: ['/etc/passwd.cbor'] }), crypto()],
    ['hold a vector of an unknown kind', structural(), crypto({ ...RUN, kind: 'witness' })],
    ['hold a rejection without a code', structural(), crypto({ ...RUN, failure_code: undefined })],
    ['hold a vector that is neither accepted nor rejected', structural({ ...EVENT, expect: 'maybe' }), crypto()],
    ['are of two suites', { ...structural(), suite_version: '2' }, crypto()],
    ['are no objects', [], crypto()],
    ['list nothing', { suite_version: '1', tier: 'L1' }, crypto()],
  ])('are refused when they %s', (_, first, second) => {
    expect(() => read(first, second)).toThrow(refusal('runseal.bad_manifest'));
  });

  it('are refused when they are no JSON', () => {
    expect(() => readManifests(PATHS, Uint8Array.of(123), Uint8Array.of(123))).toThrow(refusal('runseal.bad_manifest'));
  });
});
