/** A package held against its manifests, as somebody may have damaged or dressed it up on the way. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bagTags } from '@runseal/spine/evidence';
import { checkBag, looksLikeBag } from './check-bag.ts';

const PAYLOAD = ['r.provetrail', 'r.leaves', 'keys.json'];
let dir: string;
let bag: string;
let made = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'runseal-bag-'));
  const original = join(dir, 'original');
  await mkdir(join(original, 'data'), { recursive: true });
  const entries = await Promise.all(
    PAYLOAD.map(async (path) => {
      const bytes = Buffer.from(`the bytes of ${path}`);
      await writeFile(join(original, 'data', path), bytes);
      return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
  for (const { path, bytes } of bagTags(entries, [['External-Identifier', 'r']]))
    await writeFile(join(original, path), bytes);
});
afterAll(() => rm(dir, { recursive: true, force: true }));
beforeEach(async () => {
  bag = join(dir, `bag-${(made += 1)}`);
  await cp(join(dir, 'original'), bag, { recursive: true });
});

const faults = async (): Promise<string[]> =>
  (await checkBag(bag)).faults.map(({ code, path }) => `${code} ${path}`).sort();
const MANIFEST = 'manifest-sha256.txt';
const CHANGED = `package_changed ${MANIFEST}`;

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(join(bag, path), change(await readFile(join(bag, path), 'utf8')));
}

test('A whole package has no fault, and says which record it holds', async () => {
  expect(looksLikeBag(bag)).toBe(true);
  expect(await checkBag(bag)).toEqual({
    folder: bag,
    whole: PAYLOAD.length + 3,
    faults: [],
    record: join(bag, 'data', 'r.provetrail'),
  });
});

test('A file that changed, one that is gone, and one that came along are each named', async () => {
  await writeFile(join(bag, 'data', 'keys.json'), '[]');
  await rm(join(bag, 'data', 'r.leaves'));
  await writeFile(join(bag, 'data', 'report.html'), 'all is well');
  await writeFile(join(bag, 'READ-ME-FIRST.txt'), 'all is well');
  expect(await faults()).toEqual([
    'package_changed data/keys.json',
    'package_extra READ-ME-FIRST.txt',
    'package_extra data/report.html',
    'package_missing data/r.leaves',
  ]);
});

test('A renamed file is missing under one name and a stranger under the other', async () => {
  await rename(join(bag, 'data', 'keys.json'), join(bag, 'data', 'KEYS.json'));
  expect(await faults()).toEqual(['package_extra data/KEYS.json', 'package_missing data/keys.json']);
});

test.each([
  ['lacks a line', (text: string) => text.slice(text.indexOf('\n') + 1), [CHANGED, 'package_extra data/r.provetrail']],
  [
    'has a line too many',
    (text: string) => `${text}${'0'.repeat(64)}  data/more\n`,
    [CHANGED, 'package_missing data/more'],
  ],
  ['has a line twice', (text: string) => text + text.split('\n')[0]!, [CHANGED, `package_manifest ${MANIFEST}`]],
  ['has a line that is none', (text: string) => `${text}hello\n`, [CHANGED, `package_manifest ${MANIFEST}`]],
  [
    'leads upwards',
    (text: string) => `${text}${'0'.repeat(64)}  data/../../secret\n`,
    [CHANGED, `package_manifest ${MANIFEST}`],
  ],
  [
    'leads to the root',
    (text: string) => `${text}${'0'.repeat(64)}  /etc/passwd\n`,
    [CHANGED, `package_manifest ${MANIFEST}`],
  ],
  [
    'lists what is no payload',
    (text: string) => `${text}${'0'.repeat(64)}  bagit.txt\n`,
    [CHANGED, `package_manifest ${MANIFEST}`],
  ],
])('A manifest that %s does not pass', async (_, change, expected) => {
  await edit(MANIFEST, change);
  expect(await faults()).toEqual(expected);
});

test('A package without its manifests does not pass', async () => {
  await rm(join(bag, MANIFEST));
  await rm(join(bag, 'tagmanifest-sha256.txt'));
  expect(await faults()).toEqual(
    [
      ...['bag-info.txt', 'bagit.txt', ...PAYLOAD.map((path) => `data/${path}`)].map((path) => `package_extra ${path}`),
      `package_manifest ${MANIFEST}`,
      'package_manifest tagmanifest-sha256.txt',
    ].sort(),
  );
});

test('A link is never followed, whether to a file or to a folder', async () => {
  await writeFile(join(dir, 'secret'), 'not for this');
  for (const [target, name] of [
    [join(dir, 'secret'), 'r.tst'],
    [dir, 'more'],
    ['keys.json', 'r.tlog-proof'],
  ] as const) {
    await symlink(target, join(bag, 'data', name));
    await expect(checkBag(bag)).rejects.toMatchObject({ code: 'package_has_links', exitCode: 4 });
    await rm(join(bag, 'data', name));
  }
  await rm(join(bag, 'data', 'r.provetrail'));
  await symlink(join(dir, 'secret'), join(bag, 'data', 'r.provetrail'));
  await expect(checkBag(bag)).rejects.toMatchObject({ code: 'package_has_links' });
});

test('A package has exactly one record', async () => {
  await writeFile(join(bag, 'data', 'other.provetrail'), 'x');
  await expect(checkBag(bag)).rejects.toMatchObject({ code: 'package_record_unclear' });
  await rm(join(bag, 'data', 'other.provetrail'));
  await rm(join(bag, 'data', 'r.provetrail'));
  await expect(checkBag(bag)).rejects.toMatchObject({ code: 'package_record_unclear' });
});

test('Every flipped bit of every file is found, but for the case of a digit and the shape of a blank in a manifest', async () => {
  const names = await readdir(bag, { recursive: true });
  const files = names.filter((name) => /\.[a-z-]+$/u.test(name));
  expect(files).toHaveLength(PAYLOAD.length + 4);
  let harmless = 0;
  for (const name of files) {
    const whole = await readFile(join(bag, name));
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Uint8Array.from(whole);
      bytes[at]! ^= 1 << (at % 8);
      await writeFile(join(bag, name), bytes);
      const caught = await checkBag(bag).then(
        ({ faults }) => faults.length > 0,
        () => true,
      );
      if (caught) continue;
      harmless += 1;
      const plain = (text: Uint8Array) =>
        Buffer.from(text)
          .toString()
          .toLowerCase()
          .replaceAll(/[ \t*]+/gu, ' ');
      expect({ name, at, text: plain(bytes) }).toEqual({ name: 'tagmanifest-sha256.txt', at, text: plain(whole) });
    }
    await writeFile(join(bag, name), whole);
  }
  expect(harmless).toBeLessThan(60);
});
