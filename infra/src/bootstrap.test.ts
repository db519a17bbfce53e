import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './settings.ts';

const BOOTSTRAP = join(ROOT, 'infra', 'bootstrap');

/** Runs an expression over one bootstrap module as the bootstrap runs: a plain process without packages. */
async function evaluate(
  module: string,
  expression: string,
  env: Record<string, string> = {},
): Promise<{ value?: unknown; code?: string; message?: string }> {
  const script = `import(${JSON.stringify(join(BOOTSTRAP, module))})
    .then(async (m) => ({ value: await (${expression}) }))
    .catch(({ code, message }) => ({ code, message }))
    .then((answer) => console.log(JSON.stringify(answer)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
  });
  return JSON.parse(stdout) as { value?: unknown; code?: string; message?: string };
}

describe('the bootstrap', () => {
  it.each(['16.20.2', '18.19.0', '20.18.3'])('says that Node %s is too old', async (version) => {
    expect(await evaluate('node-version.mjs', `m.checkNode('${version}')`)).toMatchObject({ code: 'node_too_old' });
  });

  it.each(['20.19.0', '22.0.0', '24.21.0'])('takes Node %s', async (version) => {
    expect(await evaluate('node-version.mjs', `m.checkNode('${version}')`)).toEqual({});
  });

  it('finds the pinned Node of this checkout', async () => {
    const { value } = await evaluate('node-version.mjs', 'm.pinnedNode()');
    expect(value).toBe(join(ROOT, 'node_modules', '.bin', 'node'));
  });

  it('stamps by content and by name, whatever the dates', async () => {
    const dir = await mkdtemp(join(ROOT, 'infra', 'dist', 'stamps-'));
    const digest = async (): Promise<unknown> =>
      (await evaluate('stamps.mjs', `m.digestOf([${JSON.stringify(dir.slice(ROOT.length + 1))}])`)).value;
    try {
      await writeFile(join(dir, 'a'), '1');
      const first = await digest();
      await writeFile(join(dir, 'a'), '1');
      expect(await digest()).toBe(first);
      await writeFile(join(dir, 'x.tsbuildinfo'), 'written by the build itself');
      expect(await digest()).toBe(first);
      await writeFile(join(dir, 'a'), '2');
      expect(await digest()).not.toBe(first);
      await writeFile(join(dir, 'a'), '1');
      await writeFile(join(dir, 'b'), '');
      expect(await digest()).not.toBe(first);
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it('says what a failed step printed, with its code', async () => {
    const step =
      "m.runStep({ doing: 'x', done: 'x', command: 'sh', args: ['-c', 'echo the reason; exit 3'], failed: { code: 'install_failed', sentence: 'It failed.' } })";
    expect(await evaluate('steps.mjs', step)).toMatchObject({ code: 'install_failed', message: 'It failed.' });
  });

  it('does not build under a start that runs', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'runseal-claim-'));
    try {
      const ask = (): ReturnType<typeof evaluate> =>
        evaluate('already-running.mjs', 'm.checkNotRunning()', { RUNSEAL_DATA_DIR: dataDir });
      expect(await ask()).toEqual({});
      const { claimServer } = await import('./postgres/starter.ts');
      await claimServer(join(dataDir, 'start.json'));
      expect(await ask()).toMatchObject({ code: 'already_running' });
      await writeFile(join(dataDir, 'start.json'), JSON.stringify({ pid: process.pid, birth: '1' }));
      expect(await ask()).toEqual({});
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });
});
