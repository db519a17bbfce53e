import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEvent, encodeRecord, leafHash, rootOf, signCheckpoint, toHex } from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { encodeSlice } from '@runseal/spine/slice';

const root = join(import.meta.dirname, '../..');
const vectors = join(process.env['RUNSEAL_VECTORS'] ?? join(root, '../shared/vectors/provetrail'), 'crypto');
const key = '79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664';

/** A log of four events, signed, and the slices somebody may have made of it. */
async function slices(folder: string) {
  const signer = signerFromSeed(new Uint8Array(32).fill(9));
  const events = [1, 2, 3, 4].map((seq) =>
    encodeEvent({ stream: 'r', seq, time: 1n, schemaVersion: 1, type: 't', actor: 'system', payload: {} }),
  );
  const leaves = events.map((event) => leafHash(event));
  const checkpoint = await signCheckpoint({ origin: 'r', root: rootOf(leaves), size: 4 }, signer);
  const write = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  // Events 2 and 3, whatever places they are said to have.
  const shown = { size: 4, events: events.slice(1, 3), hashes: [leaves[0]!, leaves[3]!], checkpoint };
  return {
    key: toHex(signer.publicKey),
    record: write('r.provetrail', encodeRecord({ events, checkpoint })),
    said: (...indexes: number[]) => write('r.slice', encodeSlice({ ...shown, indexes })),
  };
}

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

  it('proves the places of a slice, and refuses events that are said to stand elsewhere', async () => {
    const { said, key: ours } = await slices(folder);
    const judged = (...indexes: number[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, said(...indexes), ours]);
      return [status, `${stdout.toString()}${stderr.toString()}`.split(/[;\n]/u)[0]];
    };
    expect(judged(1, 2)).toEqual([0, 'VERIFIED: events 2, 3 of r']);
    for (const places of [
      [1, 0],
      [1, 1],
      [1, -1],
      [0, 2],
      [1, 3],
      [2, 1],
    ])
      // prettier-ignore
      expect([places, judged(...places)]).toEqual([places, [1, expect.stringMatching(/^NOT VERIFIED/u)]]);
  });

  it('says of a record that is cut short that it is, wherever that is, and asks for a key', async () => {
    const { record, key: ours } = await slices(folder);
    const whole = readFileSync(record);
    const said = (...args: string[]) => spawnSync(process.execPath, [script, ...args]).stderr.toString();
    for (const length of [0, 1, 9, 40, whole.length - 70, whole.length - 1]) {
      writeFileSync(join(folder, 'cut'), whole.subarray(0, length));
      expect([length, said(join(folder, 'cut'), ours)]).toEqual([length, 'NOT VERIFIED: it is cut short\n']);
    }
    writeFileSync(join(folder, 'longer'), Buffer.concat([whole, Buffer.of(0)]));
    expect(said(join(folder, 'longer'), ours)).toBe('NOT VERIFIED: bytes after the end\n');
    for (const wrong of [[], ['zz'], [ours.slice(1)]]) expect(said(record, ...wrong)).toMatch(/the key you trust/u);
  });
});
