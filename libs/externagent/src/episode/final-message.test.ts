import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolders, temporaryFolder } from '../testing/folders.ts';
import { MAX_FINAL_LENGTH, readFinalMessage } from './final-message.ts';

const folder = () => temporaryFolder('runseal-final-');

afterAll(removeFolders);

describe('the last-message file', () => {
  it('is read when it is a file with something in it', async () => {
    const home = await folder();
    await writeFile(join(home, 'last'), '  done \n');
    expect(await readFinalMessage(join(home, 'last'), home)).toBe('done');
  });

  it('is none when it is missing or empty', async () => {
    const home = await folder();
    await writeFile(join(home, 'last'), ' \n');
    expect(await readFinalMessage(join(home, 'last'), home)).toBeNull();
    expect(await readFinalMessage(join(home, 'none'), home)).toBeNull();
  });

  it('is never followed out of the home', async () => {
    const [home, outside] = [await folder(), await folder()];
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(join(outside, 'secret'), join(home, 'link'));
    await symlink(outside, join(home, 'folder'));
    await mkdir(join(home, 'sub'));
    await symlink(join(outside, 'secret'), join(home, 'sub', 'link'));
    for (const path of ['link', 'folder/secret', 'sub/link', '../' + outside.split('/').at(-1)! + '/secret'])
      expect(await readFinalMessage(join(home, path), home)).toBeNull();
  });

  it('does not wait for a pipe', async () => {
    const home = await folder();
    execFileSync('mkfifo', [join(home, 'last')]);
    expect(await readFinalMessage(join(home, 'last'), home)).toBeNull();
  });

  it('is bounded', async () => {
    const home = await folder();
    await writeFile(join(home, 'last'), 'x'.repeat(MAX_FINAL_LENGTH * 2));
    expect((await readFinalMessage(join(home, 'last'), home))!.length).toBeLessThan(MAX_FINAL_LENGTH * 1.01);
  });
});
