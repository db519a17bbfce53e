import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLeafHints } from './leaves.ts';

const leaf = 'ab'.repeat(32);

describe('leaf hints', () => {
  let dir: string;
  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'runseal-leaves-'))));
  afterEach(() => rm(dir, { recursive: true }));

  it('are found beside the record', async () => {
    await writeFile(join(dir, 'r.leaves'), `${leaf}\n${leaf}\n`);
    const hints = await readLeafHints(join(dir, 'r.provetrail'), undefined);
    expect(hints?.file).toBe(join(dir, 'r.leaves'));
    expect(hints?.leaves).toHaveLength(2);
    expect(hints?.leaves[0]).toHaveLength(32);
  });

  it('are none when there is no file beside the record, or one that makes no sense', async () => {
    expect(await readLeafHints(join(dir, 'r.provetrail'), undefined)).toBeNull();
    await writeFile(join(dir, 'r.leaves'), 'nonsense\n');
    expect(await readLeafHints(join(dir, 'r.provetrail'), undefined)).toBeNull();
  });

  it('must be readable when they were asked for', async () => {
    await writeFile(join(dir, 'mine'), `${leaf}\nxyz\n`);
    await expect(readLeafHints('r.provetrail', join(dir, 'mine'))).rejects.toMatchObject({
      code: 'leaves_invalid',
      exitCode: 4,
    });
    await expect(readLeafHints('r.provetrail', join(dir, 'none'))).rejects.toMatchObject({
      code: 'file_missing',
      exitCode: 4,
    });
  });
});
