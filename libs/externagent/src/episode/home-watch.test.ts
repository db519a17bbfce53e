import { jest } from '@jest/globals';
import { mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeep } from '../testing/folders.ts';
import { makeHome, type Home } from './home.ts';
import { watchHome, type HomeLimits } from './home-watch.ts';

let folder: string;
let home: Home;
beforeEach(async () => {
  home = await makeHome(tmpdir());
  folder = home.path;
});
afterEach(() => home.remove());

const LIMITS: HomeLimits = { bytes: 1_000_000, entries: 20, everyMs: 5 };

/** Resolves when the folder was found full. */
const filled = (limits = LIMITS) =>
  new Promise<void>((resolve) => {
    watchHome(folder, resolve, limits);
  });

it('tells of many files that are too much together', async () => {
  const full = filled();
  await mkdir(join(folder, 'deep'));
  for (let i = 0; i < 6; i += 1) await writeFile(join(folder, 'deep', String(i)), Buffer.alloc(200_000, 1));
  await full;
});

it('tells of too many files, however small', async () => {
  const full = filled();
  for (let i = 0; i < 25; i += 1) await writeFile(join(folder, String(i)), '');
  await full;
});

it('tells of what lies in a folder whose name is no text', async () => {
  const odd = Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xff, 0xfe)]);
  await mkdir(odd);
  await writeFile(Buffer.concat([odd, Buffer.from('/much')]), Buffer.alloc(1_100_000, 1));
  await filled();
});

it('tells of folders within folders that lead further than any path, whatever lies there', async () => {
  await makeDeep(folder, 30, 200);
  await filled({ ...LIMITS, entries: 1000 });
});

it('counts what takes room: neither a hole, nor what a link leads to', async () => {
  await symlink('/usr', join(folder, 'usr'));
  await symlink('..', join(folder, 'up'));
  const file = await open(join(folder, 'hole'), 'w');
  await file.truncate(1_000_000_000);
  await file.close();
  let looks = 0;
  let full = false;
  const watch = watchHome(folder, () => (full = true), {
    ...LIMITS,
    // Read at every look: three of them have passed it.
    get entries() {
      looks += 1;
      return LIMITS.entries;
    },
  });
  while (looks < 3) await new Promise(setImmediate);
  watch.stop();
  expect(full).toBe(false);
});

it('looks seldom while there is little, and often once there is more', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance', 'nextTick'] });
  try {
    let looks = 0;
    const limits = {
      ...LIMITS,
      everyMs: 1000,
      get entries() {
        looks += 1;
        return LIMITS.entries;
      },
    };
    const watch = watchHome(folder, () => undefined, limits);
    const looked = async (ms: number): Promise<boolean> => {
      const before = looks;
      await jest.advanceTimersByTimeAsync(ms);
      return looks > before;
    };
    expect(await looked(3999)).toBe(false);
    expect(await looked(1)).toBe(true);
    await writeFile(join(folder, 'more'), Buffer.alloc(200_000, 1));
    expect(await looked(3999)).toBe(false);
    expect(await looked(1)).toBe(true);
    expect(await looked(999)).toBe(false);
    expect(await looked(1)).toBe(true);
    watch.stop();
  } finally {
    jest.useRealTimers();
  }
});
