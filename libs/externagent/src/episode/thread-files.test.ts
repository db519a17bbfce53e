import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { packThread, packTold, readTold, unpackThread, unpackTold } from './thread-files.ts';

let folder: string;
beforeEach(async () => (folder = await realpath(await mkdtemp(join(tmpdir(), 'thread-')))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...names: string[]) => join(folder, ...names);

it('comes out as it went in', async () => {
  await mkdir(at('in', '2026', '11'), { recursive: true });
  await writeFile(at('in', '2026', '11', 'rollout-1.jsonl'), 'é\n\0');
  const packed = await packThread('T', at('in'));
  await unpackThread(packed!, 'T', at('out'));
  expect(await readFile(at('out', '2026', '11', 'rollout-1.jsonl'), 'utf8')).toBe('é\n\0');
});

it('is not kept when it is nothing, too much, or leads elsewhere', async () => {
  expect(await packThread('T', at('missing'))).toBe(null);
  await mkdir(at('empty'));
  expect(await packThread('T', at('empty'))).toBe(null);
  await mkdir(at('big'));
  await writeFile(at('big', 'a'), Buffer.alloc(9 * 1024 * 1024));
  expect(await packThread('T', at('big'))).toBe(null);
  await mkdir(at('link'));
  await symlink('/etc/passwd', at('link', 'a'));
  expect(await packThread('T', at('link'))).toBe(null);
  await mkdir(at('odd'));
  await writeFile(at('odd', 'a\nb'), 'x');
  expect(await packThread('T', at('odd'))).toBe(null);
});

it('is not kept when the folder itself, or one above it, is a link that the program laid', async () => {
  await mkdir(at('host', 'sessions'), { recursive: true });
  await writeFile(at('host', 'sessions', 'id_rsa'), 'of the operator');
  await mkdir(at('home'));
  await symlink(at('host', 'sessions'), at('home', 'sessions'));
  expect(await packThread('T', at('home', 'sessions'))).toBe(null);
  await symlink(at('host'), at('other-home'));
  expect(await packThread('T', at('other-home', 'sessions'))).toBe(null);
  expect(await packThread('T', at('host', 'sessions'))).not.toBe(null);
});

it.each(['../out', '/etc/x', 'a/../../b', './a', 'a//b', '', '.ssh/key', 'a/\0'])(
  'a path %j is refused, and nothing is written',
  async (path) => {
    const bundle = new TextEncoder().encode(JSON.stringify({ thread: 'T', files: [{ path, base64: 'eA==' }] }));
    await expect(unpackThread(bundle, 'T', at('out'))).rejects.toMatchObject({ code: 'thread_unusable' });
    expect(await readdir(folder)).toEqual([]);
  },
);

it('whatever bytes it is given, it is a thread or an error that says so', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => new TextEncoder().encode(text)),
      ),
      async (bytes) => {
        await expect(unpackThread(bytes, 'T', at('out'))).rejects.toMatchObject({ code: 'thread_unusable' });
      },
    ),
  );
});

describe('what a CLI told of its conversation', () => {
  const told = new TextEncoder().encode('{"said":"heron"}');
  const clean = () => false;
  const UNUSABLE = expect.objectContaining({ code: 'thread_unusable' }) as Error;

  it('comes out as it went in, for its own thread only', async () => {
    const packed = packTold('T', told, clean)!;
    expect(unpackTold(packed, 'T')).toEqual(Buffer.from(told));
    expect(() => unpackTold(packed, 'U')).toThrow(UNUSABLE);
    await mkdir(at('files'));
    await writeFile(at('files', 'one.jsonl'), 'x');
    const files = (await packThread('T', at('files')))!;
    expect(() => unpackTold(files, 'T')).toThrow(UNUSABLE);
  });

  it('is not kept with a secret in it, nor when it is too much', () => {
    expect(packTold('T', told, () => true)).toBe(null);
    expect(packTold('T', new Uint8Array(9 * 1024 * 1024), clean)).toBe(null);
  });

  it('is read from a plain file only, and not from a large one', async () => {
    await writeFile(at('plain'), told);
    expect(await readTold(at('plain'))).toEqual(Buffer.from(told));
    await symlink(at('plain'), at('link'));
    expect(await readTold(at('link'))).toBe(null);
    await writeFile(at('large'), Buffer.alloc(9 * 1024 * 1024));
    expect(await readTold(at('large'))).toBe(null);
    await expect(readTold(at('missing'))).rejects.toThrow();
  });
});
