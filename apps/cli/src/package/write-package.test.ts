import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import {
  draftOf,
  encodeEvent,
  encodeRecord,
  leafHash,
  mixOf,
  mixToPayload,
  rootOf,
  signCheckpoint,
  toHex,
} from '@runseal/spine';
import { signerFromSeed } from '@runseal/spine/node';
import type { Server } from '../server/server.ts';
import { writePackage } from './write-package.ts';

const RUN = 'run-1';
const EVENTS = 2_200;
const signer = signerFromSeed(new Uint8Array(32).fill(3));
const bar = { advance: () => undefined, stop: () => undefined };
const options = { content: 'none', now: '2026-01-01T00:00:00Z', version: '0', bar } as const;

let dir: string;
let record: Uint8Array;
let leaves: string;

beforeAll(async () => {
  const halts = Array.from({ length: EVENTS - 1 }, (_, i) =>
    draftOf('run.halted', 'human', { reason: `${i}`, by: 'ana' }),
  );
  const drafts = [...halts, draftOf('provenance.mix', 'system', mixToPayload(mixOf(halts)))];
  const events = drafts.map((draft, i) =>
    encodeEvent({ ...draft, stream: RUN, seq: i + 1, time: 1n, schemaVersion: 1 }),
  );
  const hashes = events.map((event) => leafHash(event));
  leaves = hashes.map((leaf) => `${toHex(leaf)}\n`).join('');
  record = encodeRecord({
    events,
    checkpoint: await signCheckpoint({ origin: 'test', root: rootOf(hashes), size: EVENTS }, signer),
  });
});
beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'runseal-package-'))));
afterEach(() => rm(dir, { recursive: true }));

async function* pieces(bytes: Uint8Array, until = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < until; at += 10_000) yield await Promise.resolve(bytes.subarray(at, at + 10_000));
  if (until < bytes.length) throw new Error('the connection broke');
}

const serverOf = (more: Partial<Server> = {}): Server =>
  ({
    record: () => pieces(record),
    leaves: () => pieces(Buffer.from(leaves)),
    receipt: () => Promise.resolve(undefined),
    timeToken: () => Promise.resolve(null),
    erasures: () => Promise.resolve([]),
    whoami: () => Promise.resolve({ principal: 'ana', name: 'Ana' }),
    keys: () =>
      Promise.resolve([{ keyId: signer.keyId, publicKeyHex: toHex(signer.publicKey), origin: 'test', vkey: '' }]),
    ...more,
  }) as unknown as Server;

const allOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries<string>(
    await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }): Promise<[string, string]> => [
          join(parentPath, name).slice(folder.length + 1),
          (await readFile(join(parentPath, name))).toString('latin1'),
        ]),
    ),
  );

test('A folder and a zip hold the same files, and the record as it came', async () => {
  const folder = join(dir, 'bag');
  const { count, report } = await writePackage(folder, RUN, serverOf(), options);
  expect(report.verdicts[0]).toMatchObject({ name: 'integrity', state: 'pass' });
  const files = await allOf(folder);
  expect(Object.keys(files)).toHaveLength(count);
  expect(files[`data/${RUN}.provetrail`] === Buffer.from(record).toString('latin1')).toBe(true);
  expect(files['data/report.html']).toContain(`The first 2000 of ${EVENTS}.`);
  await writePackage(join(dir, 'bag.zip'), RUN, serverOf(), options);
  const zipped = Object.entries(unzipSync(await readFile(join(dir, 'bag.zip'))));
  const unzipped = zipped.map(([path, bytes]) => [path.slice(RUN.length + 1), Buffer.from(bytes).toString('latin1')]);
  expect(Object.fromEntries(unzipped)).toEqual(files);
  expect(await readdir(dir)).toEqual(['bag', 'bag.zip']);
});

test.each<[string, () => Partial<Server>]>([
  ['the record', () => ({ record: () => pieces(record, record.length / 2) })],
  ['the leaf hashes', () => ({ leaves: () => pieces(Buffer.from(leaves), 20_000) })],
])('Where %s breaks off nothing is left, and what was there before stays whole', async (_, broken) => {
  for (const name of ['bag', 'bag.zip']) {
    const out = join(dir, name);
    await expect(writePackage(out, RUN, serverOf(broken()), options)).rejects.toThrow('broke');
    expect(await allOf(dir)).toEqual({});
    await writePackage(out, RUN, serverOf(), options);
    const before = await allOf(dir);
    const later = { ...options, now: '2027-01-01T00:00:00Z' };
    await expect(writePackage(out, RUN, serverOf(broken()), later)).rejects.toThrow('broke');
    expect(await allOf(dir)).toEqual(before);
    await rm(out, { recursive: true });
  }
});

test('Another record than the one that was packed before replaces nothing', async () => {
  await writePackage(dir, RUN, serverOf(), options);
  const before = await allOf(dir);
  const changed = record.map((byte, i) => (i === record.length - 1 ? byte ^ 1 : byte));
  const other = serverOf({ record: () => pieces(changed) });
  await expect(writePackage(dir, RUN, other, options)).rejects.toMatchObject({ code: 'export_differs' });
  expect(await allOf(dir)).toEqual(before);
});

test('A folder that holds what is no part of the package is left as it is', async () => {
  const content = () => pieces(Buffer.from(''));
  await writePackage(join(dir, 'bag'), RUN, serverOf({ contents: content }), { ...options, content: 'all' });
  const before = await allOf(dir);
  expect(Object.keys(before)).toContain(`bag/data/${RUN}.content.jsonl`);
  // Without its content, the same run; and another one.
  for (const [run, out] of [
    [RUN, 'bag'],
    ['run-2', 'bag'],
    [RUN, '.'],
  ] as const)
    await expect(writePackage(join(dir, out), run, serverOf(), options)).rejects.toMatchObject({
      code: 'export_folder_used',
      exitCode: 1,
    });
  expect(await allOf(dir)).toEqual(before);
  // Again with all that was there before: this export takes the place of the last one.
  const later = { ...options, content: 'all', now: '2027-01-01T00:00:00Z' } as const;
  await writePackage(join(dir, 'bag'), RUN, serverOf({ contents: content }), later);
  expect(await readFile(join(dir, 'bag', 'data', 'custody.json'), 'utf8')).toContain('2027');
});

test('A zip is written over by a newer package of the same record only', async () => {
  const out = join(dir, 'bag.zip');
  await writePackage(out, RUN, serverOf(), options);
  const first = await readFile(out);
  await writePackage(out, RUN, serverOf(), { ...options, now: '2027-01-01T00:00:00Z' });
  const second = await readFile(out);
  expect(second.equals(first)).toBe(false);
  const changed = record.map((byte, i) => (i === record.length - 1 ? byte ^ 1 : byte));
  const other = serverOf({ record: () => pieces(changed) });
  await expect(writePackage(out, RUN, other, options)).rejects.toMatchObject({ code: 'export_differs', exitCode: 1 });
  expect((await readFile(out)).equals(second)).toBe(true);
  await writeFile(out, 'something else');
  await expect(writePackage(out, RUN, serverOf(), options)).rejects.toMatchObject({ code: 'export_differs' });
  expect(await readFile(out, 'utf8')).toBe('something else');
  expect(await readdir(dir)).toEqual(['bag.zip']);
});

test('A server that refuses leaves no folder', async () => {
  const refusing = serverOf({ record: () => pieces(Buffer.from('x'), 0) });
  for (const name of ['bag', 'bag.zip'])
    await expect(writePackage(join(dir, name), RUN, refusing, options)).rejects.toThrow('broke');
  const broken = serverOf({ record: () => pieces(record, 100) });
  await expect(writePackage(join(dir, 'deep', 'bag'), RUN, broken, options)).rejects.toThrow('broke');
  expect(await readdir(join(dir, 'deep'))).toEqual([]);
  expect(await readdir(dir)).toEqual(['deep']);
});

test('A record that was tampered with is packed, and its first bad event named', async () => {
  const at = Buffer.from(record).indexOf('run.halted', record.length / 2);
  const changed = record.map((byte, i) => (i === at ? byte ^ 1 : byte));
  const { report } = await writePackage(dir, RUN, serverOf({ record: () => pieces(changed) }), options);
  expect(report.verdicts[0]).toMatchObject({ name: 'integrity', state: 'fail', code: 'record.root_mismatch' });
  expect(report.verdicts[0]!.firstBadSeq).toBeGreaterThan(EVENTS / 3);
});

test('A record that cannot be taken apart is refused, and nothing is left', async () => {
  const cut = serverOf({ record: () => pieces(record.subarray(0, record.length - 5)) });
  await expect(writePackage(join(dir, 'bag'), RUN, cut, options)).rejects.toMatchObject({ code: 'record_unreadable' });
  expect(await allOf(dir)).toEqual({});
});
