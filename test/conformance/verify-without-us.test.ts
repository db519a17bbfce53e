import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const vectors = join(process.env['RUNSEAL_VECTORS'] ?? join(root, '../shared/vectors/provetrail'), 'crypto');
const key = '79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664';

describe('the verifier printed in docs/verify-without-us.md', () => {
  let folder: string;
  let script: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'runseal-docs-'));
    script = join(folder, 'verify.mjs');
    const text = readFileSync(join(root, 'docs/verify-without-us.md'), 'utf8');
    writeFileSync(script, /```js verify\.mjs\n([\s\S]*?)```/.exec(text)![1]!);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts a sealed run of another producer', () => {
    const printed = execFileSync(process.execPath, [script, join(vectors, 'valid/crypto_run_valid_01.cbor'), key]);
    expect(printed.toString()).toMatch(/^checkpoint sha256 [0-9a-f]{64}\nVERIFIED: 3 events of run\/conformance/);
  });

  it.each([
    'alg_substitution',
    'bad_content_type',
    'bad_signature',
    'empty_events',
    'missing_content_type',
    'root_mismatch',
    'size_mismatch',
    'trailing_bytes',
    'unknown_key',
  ])('refuses the vector %s', (name) => {
    const file = join(vectors, `invalid/crypto_run_${name}_01.cbor`);
    expect(spawnSync(process.execPath, [script, file, key]).status).toBe(1);
  });
});
