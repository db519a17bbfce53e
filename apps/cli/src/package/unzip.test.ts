/** Zips as this program and others write them, and as somebody may write one to have another package judged than is in it. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { unzip } from './unzip.ts';
import { zipOf } from './zip.ts';

const FILES = { 'r/bagit.txt': 'BagIt-Version: 1.0\n', 'r/data/r.provetrail': 'x'.repeat(100_000), 'r/data/none': '' };
let dir: string;
let zip: string;
let out: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-unzip-'));
  [zip, out] = [join(dir, 'a.zip'), join(dir, 'out')];
  await mkdir(out);
});
afterEach(() => rm(dir, { recursive: true }));

const unpacked = async (bytes: Uint8Array): Promise<Record<string, string>> => {
  await writeFile(zip, bytes);
  await unzip(zip, out, new AbortController().signal);
  const found = await readdir(out, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const read = files.map(async (file) => [file.slice(out.length + 1), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(read));
};

/** One file of a zip, with what may be a lie about it. */
interface Made {
  readonly name: string;
  readonly bytes?: Uint8Array;
  readonly packed?: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  readonly mode?: number;
  readonly size?: number;
  readonly crc?: number;
  readonly extra?: Buffer;
  /** In its own header, where that says something else. */
  readonly local?: { readonly name?: string; readonly size?: number; readonly method?: number };
  /** Where the list says that it begins. */
  readonly at?: number;
  /** Sizes behind the bytes: right or not. */
  readonly behind?: number;
}

function head(made: Made, more: { list: boolean; at: number }): Buffer {
  const { name, bytes = Buffer.from('hello'), method = 8, flags = 0, mode = 0, extra = Buffer.of() } = made;
  const packed = made.packed ?? (method === 8 ? deflateRawSync(bytes) : bytes);
  const local = more.list ? {} : (made.local ?? {});
  const named = Buffer.from(local.name ?? name);
  const fixed = Buffer.alloc(more.list ? 46 : 30);
  fixed.writeUInt32LE(more.list ? 0x0201_4b50 : 0x0403_4b50, 0);
  const at = more.list ? 8 : 6;
  fixed.writeUInt16LE(flags, at);
  fixed.writeUInt16LE(local.method ?? method, at + 2);
  if (more.list || (flags & 8) === 0) {
    fixed.writeUInt32LE(made.crc ?? crc32(bytes), at + 8);
    fixed.writeUInt32LE(packed.length, at + 12);
    fixed.writeUInt32LE(local.size ?? made.size ?? bytes.length, at + 16);
  }
  fixed.writeUInt16LE(named.length, at + 20);
  fixed.writeUInt16LE(more.list ? extra.length : 0, at + 22);
  if (!more.list) return Buffer.concat([fixed, named, packed, behindOf(made, packed.length, bytes.length)]);
  fixed.writeUInt32LE((mode << 16) >>> 0, 38);
  fixed.writeUInt32LE(made.at ?? more.at, 42);
  return Buffer.concat([fixed, named, extra]);
}

function behindOf(
  { flags = 0, crc, bytes = Buffer.from('hello'), behind }: Made,
  packed: number,
  size: number,
): Buffer {
  if ((flags & 8) === 0) return Buffer.of();
  const said = Buffer.alloc(16);
  said.writeUInt32LE(0x0807_4b50, 0);
  said.writeUInt32LE(crc ?? crc32(bytes), 4);
  said.writeUInt32LE(packed, 8);
  said.writeUInt32LE(behind ?? size, 12);
  return said;
}

function zipped(made: readonly Made[], end: { count?: number; disk?: number; comment?: number; shift?: number } = {}) {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const one of made) {
    list.push(head(one, { list: true, at }));
    parts.push(head(one, { list: false, at }));
    at += parts.at(-1)!.length;
  }
  const length = list.reduce((sum, one) => sum + one.length, 0);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x0605_4b50, 0);
  last.writeUInt16LE(end.disk ?? 0, 4);
  last.writeUInt16LE(end.count ?? made.length, 8);
  last.writeUInt16LE(end.count ?? made.length, 10);
  last.writeUInt32LE(length, 12);
  last.writeUInt32LE(at + (end.shift ?? 0), 16);
  last.writeUInt16LE(end.comment ?? 0, 20);
  return Buffer.concat([...parts, ...list, last]);
}

test('A zip of this program, and one with its sizes before the bytes, unpack to what was packed', async () => {
  const written = await Promise.all(
    Object.entries(FILES).map(async ([path, text]) => {
      await mkdir(join(dir, 'from', dirname(path)), { recursive: true });
      await writeFile(join(dir, 'from', path), text);
      return { path: path.slice(2), bytes: text.length, sha256: '' };
    }),
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf('r', join(dir, 'from', 'r'), written)) pieces.push(piece);
  expect(await unpacked(Buffer.concat(pieces))).toEqual(FILES);
  await rm(out, { recursive: true });
  await mkdir(out);
  const texts = Object.entries(FILES).map(([path, text], n) => [path, [strToU8(text), { level: n === 0 ? 0 : 9 }]]);
  expect(await unpacked(zipSync(Object.fromEntries(texts) as Parameters<typeof zipSync>[0]))).toEqual(FILES);
});

test('Folders, modes, other extra fields and sizes behind the bytes are no offence', async () => {
  const times = Buffer.from('5554050003000000ff', 'hex');
  const made: Made[] = [
    { name: 'r/', bytes: Buffer.of(), method: 0, mode: 0o040755 },
    { name: 'r/ü', flags: 0x0800 | 8, mode: 0o100644, extra: times },
    { name: 'r/data/b', method: 0 },
  ];
  expect(await unpacked(zipped(made))).toEqual({ 'r/ü': 'hello', 'r/data/b': 'hello' });
});

const ok: Made = { name: 'r/ok' };
const zeros = Buffer.alloc(10_000_000);

test.each<[string, () => Buffer]>([
  ['a path upwards', () => zipped([ok, { name: '../x' }])],
  ['a path upwards on the way', () => zipped([ok, { name: 'r/../../x' }])],
  ['an absolute path', () => zipped([ok, { name: '/tmp/x' }])],
  ['a path of another system', () => zipped([ok, { name: '..\\x' }])],
  ['a drive', () => zipped([ok, { name: 'C:x' }])],
  ['a stream of another file', () => zipped([ok, { name: 'r/x:y' }])],
  ['a name with no character', () => zipped([ok, { name: 'r/x\0.txt' }])],
  ['no name', () => zipped([ok, { name: '' }])],
  ['a name that is not said to be UTF-8', () => zipped([ok, { name: 'r/ü' }])],
  ['a name twice', () => zipped([ok, ok])],
  ['a name twice where case makes no difference', () => zipped([ok, { name: 'R/OK' }])],
  ['a file below a file', () => zipped([ok, { name: 'r/ok/x' }])],
  ['a file and a folder of one name', () => zipped([ok, { name: 'r/ok/', bytes: Buffer.of(), method: 0 }])],
  ['a link', () => zipped([ok, { name: 'r/link', mode: 0o120777 }])],
  ['a device', () => zipped([ok, { name: 'r/device', mode: 0o020666 }])],
  ['a folder with bytes', () => zipped([ok, { name: 'r/folder/', method: 0 }])],
  ['an encrypted file', () => zipped([ok, { name: 'r/x', flags: 1 }])],
  ['a file packed otherwise', () => zipped([ok, { name: 'r/x', method: 12 }])],
  ['a second name in Unicode', () => zipped([ok, { name: 'r/x', extra: Buffer.from('757001000000', 'hex') }])],
  ['sizes for large files', () => zipped([ok, { name: 'r/x', extra: Buffer.from('010000000000', 'hex') }])],
  ['a count for many files', () => zipped([ok], { count: 0xffff })],
  ['more files than there are', () => zipped([ok], { count: 2 })],
  ['fewer files than there are', () => zipped([ok, { name: 'r/x' }], { count: 1 })],
  ['one part of several', () => zipped([ok], { disk: 1 })],
  ['a comment', () => Buffer.concat([zipped([ok], { comment: 3 }), Buffer.from('abc')])],
  ['something behind its end', () => Buffer.concat([zipped([ok]), Buffer.from('abc')])],
  ['another zip behind its end', () => Buffer.concat([zipped([ok]), zipped([{ name: 'r/x' }])])],
  [
    'something before its beginning',
    () => Buffer.concat([zipped([ok]).subarray(0, 0), Buffer.from('PK\x03\x04'), zipped([ok])]),
  ],
  ['an end that is missing', () => zipped([ok]).subarray(0, -1)],
  ['nothing but an end', () => zipped([ok]).subarray(-22)],
  ['another name in its header', () => zipped([ok, { name: 'r/x', local: { name: 'r/y' } }])],
  ['another size in its header', () => zipped([ok, { name: 'r/x', local: { size: 4 } }])],
  ['another method in its header', () => zipped([ok, { name: 'r/x', local: { method: 0 } }])],
  ['another size behind its bytes', () => zipped([ok, { name: 'r/x', flags: 8, behind: 4 }])],
  ['two files over one another', () => zipped([ok, { name: 'r/x', at: 0 }])],
  ['a file that is in no list', () => Buffer.concat([head({ name: 'r/x' }, { list: false, at: 0 }), zipped([ok])])],
  ['more bytes than it says', () => zipped([ok, { name: 'r/x', bytes: zeros, size: 10 }])],
  ['fewer bytes than it says', () => zipped([ok, { name: 'r/x', size: 10_000 }])],
  ['other bytes than its sum', () => zipped([ok, { name: 'r/x', crc: 1 }])],
  ['bytes that cannot be unpacked', () => zipped([ok, { name: 'r/x', packed: Buffer.of(7, 7, 7) }])],
  ['packed bytes that break off', () => zipped([ok, { name: 'r/x', packed: deflateRawSync(zeros).subarray(0, 50) }])],
  [
    'bytes behind the packed ones',
    () =>
      zipped([ok, { name: 'r/x', packed: Buffer.concat([deflateRawSync(Buffer.from('hello')), Buffer.from('z')]) }]),
  ],
  ['more than any package', () => zipped([0, 1, 2].map((n) => ({ name: `r/${String(n)}`, size: 2 ** 31 })))],
  ['very many files', () => zipped(Array.from({ length: 1001 }, (_, n) => ({ name: `r/${String(n)}` })))],
])('A zip with %s is not judged', async (_, make) => {
  await expect(unpacked(make())).rejects.toMatchObject({ code: 'zip_refused', exitCode: 4 });
  expect((await readdir(dir)).sort()).toEqual(['a.zip', 'out']);
});

test('Who stops it is told so, and not that something cannot be written', async () => {
  await writeFile(zip, zipped([ok, { name: 'r/x', bytes: zeros }]));
  const stop = new AbortController();
  stop.abort();
  await expect(unzip(zip, out, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

test('Whatever byte of a zip is changed, nothing else than what was packed comes out', async () => {
  const bytes = zipSync({ 'r/a': [strToU8('hello'), { level: 9 }] });
  for (let at = 0; at < bytes.length; at += 1) {
    await rm(out, { recursive: true });
    await mkdir(out);
    const changed = bytes.map((byte, n) => (n === at ? byte ^ 1 : byte));
    const found = await unpacked(changed).catch((cause: unknown) => cause);
    if (found instanceof Error) expect(found).toMatchObject({ code: 'zip_refused' });
    else expect(Object.values(found as object)).toEqual(['hello']);
  }
});
