/** The exit codes that the README and `--help` list, held to by every command that reads files. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEvent, encodeRecord, leafHash, rootOf, signCheckpoint } from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import { encodeSlice } from '@runseal/spine/slice';
import { run } from './run.ts';

const signer = signerFromSeed(new Uint8Array(32).fill(3));
let dir: string;
let good: Uint8Array;
let slice: Uint8Array;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-exit-'));
  const canonical = encodeEvent({
    ...{ stream: 'r', seq: 1, time: 1n, type: 'note', actor: 'agent', payload: {}, schemaVersion: 1 },
  });
  const root = rootOf([leafHash(canonical)]);
  const checkpoint = await signCheckpoint({ origin: 'test', root, size: 1 }, signer);
  good = encodeRecord({ events: [canonical], checkpoint });
  slice = encodeSlice({ size: 1, indexes: [0], events: [canonical], hashes: [], checkpoint });
  await writeFile(join(dir, 'good'), good);
});
afterAll(() => rm(dir, { recursive: true }));

async function runseal(args: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const env = { RUNSEAL_PINS: join(dir, 'pins.json') };
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    ...{ env, signal: new AbortController().signal },
  };
  const exit = await run([...args, '--json'], io);
  const code = stderr === '' ? null : (JSON.parse(stderr) as { error: { code: string } }).error.code;
  // A screen or a document, or why there is none: never both.
  expect(stdout === '').toBe(stderr !== '');
  return [exit, code];
}

/** Every command that takes a record: its words, with the file in their midst. */
const COMMANDS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  verify: (file) => ['verify', file],
  ask: (file) => ['ask', file, 'tool:x called'],
  'compare, left': (file) => ['compare', file, join(dir, 'good')],
  'compare, right': (file) => ['compare', join(dir, 'good'), file],
  reproject: (file) => ['reproject', file],
  'sessions lineage, child': (file) => ['sessions', 'lineage', file, join(dir, 'good')],
  'sessions lineage, parent': (file) => ['sessions', 'lineage', join(dir, 'good'), file],
};
const KEYED = /^(verify|ask|compare|sessions)/u;

async function given(name: string, bytes: Uint8Array | string) {
  const file = join(dir, 'given');
  await writeFile(file, bytes);
  const words = COMMANDS[name]!(file);
  return runseal(KEYED.test(name) ? [...words, '--key', signer.keyId] : words);
}

const NO_RECORDS: readonly (readonly [what: string, bytes: Uint8Array | string])[] = [
  ['nothing', ''],
  ['a text', 'Dear auditor,\n'],
  ['a receipt', 'c2sp.org/tlog-proof@v1\nindex 0\n\n'],
  ['keys', '[{"keyId":"ed25519:x","publicKeyHex":"00"}]'],
  ['contents', '{"commitment":"00","salt":"00","bytes":"","media":"text/plain"}\n'],
  ['a picture', Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['CBOR of something else', Buffer.of(0xa1, 0x61, 0x61, 0x01)],
  ['the first byte of a record', Buffer.of(0xa2)],
];

describe.each(Object.keys(COMMANDS))('%s', (name) => {
  test.each(NO_RECORDS)('exits 4 for %s, which is no record', async (_, bytes) => {
    expect(await given(name, bytes)).toEqual([4, 'not_a_record']);
  });

  test('exits 4 for a file that is missing, and for a folder', async () => {
    const [missing, folder] = [COMMANDS[name]!(join(dir, 'no.such')), COMMANDS[name]!(dir)];
    expect(await runseal(missing)).toEqual([4, 'file_missing']);
    expect(await runseal(folder)).toEqual([4, 'file_is_directory']);
  });
});

/** Where 1 is an answer, a record that does not hold is 4: no script may take it for that answer. */
test.each([
  ['verify', 1],
  ['ask', 4],
  ['compare, left', 1],
  ['compare, right', 1],
  ['reproject', 4],
  ['sessions lineage, child', 1],
  ['sessions lineage, parent', 1],
])('%s exits %i for a record that is cut short, or goes on after its end', async (name, exit) => {
  for (const bytes of [good.subarray(0, good.length - 10), Buffer.concat([good, Buffer.from('more')])])
    expect([name, (await given(name, bytes))[0]]).toEqual([name, exit]);
});

test('a record of which one of the first bytes was damaged is judged, and fails', async () => {
  for (let bit = 0; bit < 8 * 16; bit++) {
    const bytes = Uint8Array.from(good);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    expect([bit, (await given('verify', bytes))[0]]).toEqual([bit, 1]);
  }
});

test.each([
  ['ask', 'slice_not_asked'],
  ['compare, left', 'file_is_slice'],
  ['reproject', 'file_is_slice'],
  ['sessions lineage, parent', 'file_is_slice'],
])('%s exits 4 for a slice', async (name, code) => {
  expect(await given(name, slice)).toEqual([4, code]);
});

test.each([
  ['verify', 'zip_refused'],
  ['ask', 'zip_refused'],
  ['compare, right', 'zip_refused'],
  ['reproject', 'file_is_zip'],
  ['sessions lineage, child', 'file_is_zip'],
])('%s exits 4 for a zip that is no package', async (name, code) => {
  expect(await given(name, 'PK\x03\x04 and more')).toEqual([4, code]);
});

test.each(['--keys', '--leaves', '--policy', '--time-ca'])(
  'verify %s exits 4 for a file that is none',
  async (option) => {
    await writeFile(join(dir, 'other'), Buffer.of(0xff, 0xfe));
    for (const file of ['other', 'no.such'])
      expect([file, (await runseal(['verify', join(dir, 'good'), option, join(dir, file)]))[0]]).toEqual([file, 4]);
  },
);

test('a goal, a key or vectors that cannot be read exit 4', async () => {
  for (const words of [
    ['submit', '--file', join(dir, 'no.such')],
    ['submit', '--file', join(dir, 'good')],
    ['runs', '--key-file', join(dir, 'no.such')],
    ['vectors', join(dir, 'no.such')],
  ])
    expect([words, (await runseal(words))[0]]).toEqual([words, 4]);
});
