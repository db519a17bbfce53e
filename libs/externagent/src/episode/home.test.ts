import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeep } from '../testing/folders.ts';
import { makeHome, type Home } from './home.ts';

let scratch: string;
let home: Home;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'scratch-'));
  home = await makeHome(scratch);
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

it.each([
  ['folders within folders that lead further than any path', () => makeDeep(home.path, 40, 200)],
  ['thousands of folders within one another', () => makeDeep(home.path, 2100, 1)],
  [
    'a folder that it locked',
    async () => {
      await mkdir(join(home.path, 'locked', 'more'), { recursive: true });
      await writeFile(join(home.path, 'locked', 'more', 'key'), 'k');
      await chmod(join(home.path, 'locked', 'more'), 0);
      await chmod(join(home.path, 'locked'), 0);
    },
  ],
  [
    'names that are no text',
    async () => {
      const odd = Buffer.concat([Buffer.from(`${home.path}/`), Buffer.of(0xff, 0x0a)]);
      await mkdir(odd);
      await writeFile(Buffer.concat([odd, Buffer.of(0x2f, 0xfe)]), 'k');
    },
  ],
])('goes whole, whatever the CLI left in it: %s', async (_, leave) => {
  await leave();
  expect(await home.remove()).toBe(true);
  expect(await readdir(scratch)).toEqual([]);
});

it('goes without what a link in it leads to, however deep the link lies', async () => {
  const kept = join(scratch, 'kept');
  await mkdir(kept);
  await writeFile(join(kept, 'file'), 'x');
  await symlink(kept, join(home.path, 'tmp', 'link'));
  await makeDeep(home.path, 40, 200, kept);
  expect(await home.remove()).toBe(true);
  expect((await lstat(join(kept, 'file'))).isFile()).toBe(true);
});
