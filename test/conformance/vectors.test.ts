import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nobleHasher, portableVerifySignature, runConformance, verifySignature } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';

const SUITE = process.env['RUNSEAL_VECTORS'] ?? join(import.meta.dirname, '../../../shared/vectors/provetrail');

const readSuiteFile = async (path: string): Promise<Uint8Array> => new Uint8Array(await readFile(join(SUITE, path)));

describe.each([
  ['portable hash, platform signatures', { hasher: nobleHasher, verify: verifySignature }],
  ['node:crypto hash, platform signatures', { hasher: nodeHasher, verify: verifySignature }],
  ['portable hash, portable signatures', { hasher: nobleHasher, verify: portableVerifySignature }],
])('the Provetrail conformance suite (%s)', (_, options) => {
  it('ends as published for every one of its 65 vectors, with exactly the registered code', async () => {
    const { suite, results, passed, total } = await runConformance(readSuiteFile, undefined, options);
    expect(suite).toBe('0.1.0-draft');
    expect(results.map(({ id, actual }) => ({ id, code: actual }))).toEqual(
      results.map(({ id, expected }) => ({ id, code: expected })),
    );
    expect([passed, total]).toEqual([65, 65]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(65);
  });

  it('covers every code a vector pins in the registry', async () => {
    const registry = JSON.parse(await readFile(join(SUITE, 'registry.json'), 'utf8')) as {
      codes: { code: string; status: string }[];
    };
    const pinned = registry.codes.filter(({ status }) => status === 'pinned').map(({ code }) => code);
    const { results } = await runConformance(readSuiteFile, undefined, options);
    expect([...new Set(results.flatMap(({ actual }) => actual ?? []))].sort()).toEqual(pinned.sort());
  });
});

describe('a suite that is not whole', () => {
  it('is not passed in part', async () => {
    const missing = (path: string): Promise<Uint8Array> =>
      path.endsWith('crypto_run_valid_01.cbor') ? Promise.reject(new Error('no such file')) : readSuiteFile(path);
    await expect(runConformance(missing)).rejects.toThrow('no such file');
  });
});
