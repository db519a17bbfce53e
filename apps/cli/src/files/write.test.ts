import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, writeEvidence } from './write.ts';

describe('writing', () => {
  let dir: string;
  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'runseal-write-'))));
  afterEach(() => rm(dir, { recursive: true }));

  it('makes missing folders and says what was written', async () => {
    const written = await writeEvidence(join(dir, 'a', 'b', 'r.provetrail'), chunks('hel', 'lo'));
    expect(written).toMatchObject({
      bytes: 5,
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    });
    expect(await readFile(written.path, 'utf8')).toBe('hello');
  });

  it('accepts the same evidence again and refuses other bytes under its name, keeping the first', async () => {
    const path = join(dir, 'r.provetrail');
    await writeEvidence(path, chunks('first'));
    await writeEvidence(path, chunks('first'));
    await expect(writeEvidence(path, chunks('other'))).rejects.toMatchObject({ code: 'export_differs', exitCode: 1 });
    expect(await readFile(path, 'utf8')).toBe('first');
    expect(await readdir(dir)).toEqual(['r.provetrail']);
  });

  it('leaves nothing half-written when the source breaks off', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      await Promise.reject(new Error('gone'));
    };
    await expect(writeEvidence(join(dir, 'r.provetrail'), broken())).rejects.toThrow('gone');
    expect(await readdir(dir)).toEqual([]);
  });

  it('makes no folder for what never came', async () => {
    const refused = async function* (): AsyncGenerator<Uint8Array> {
      await Promise.reject(new Error('refused'));
      yield Buffer.from('never');
    };
    await expect(writeEvidence(join(dir, 'a', 'b', 'r.provetrail'), refused())).rejects.toThrow('refused');
    expect(await readdir(dir)).toEqual([]);
    expect(await writeEvidence(join(dir, 'a', 'none'), chunks())).toMatchObject({ bytes: 0 });
  });

  it('lets go of its source when nothing can be written', async () => {
    let letGo = false;
    const source = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield await Promise.resolve(Buffer.from('x'));
        yield Buffer.from('y');
      } finally {
        letGo = true;
      }
    };
    await writeFile(join(dir, 'file'), '');
    await expect(replaceFile(join(dir, 'file', 'x'), source())).rejects.toMatchObject({ code: 'file_unwritable' });
    expect(letGo).toBe(true);
  });

  it('says so at once where no folder can be made', async () => {
    const nowhere = replaceFile('/proc/runseal/x', 'text');
    await expect(nowhere).rejects.toMatchObject({ code: 'file_unwritable', exitCode: 4 });
  });

  it('says so when a part of the path is a file', async () => {
    await writeFile(join(dir, 'file'), '');
    await chmod(join(dir, 'file'), 0o600);
    await expect(replaceFile(join(dir, 'file', 'x'), 'text')).rejects.toMatchObject({
      code: 'file_unwritable',
      exitCode: 4,
    });
  });
});

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}
