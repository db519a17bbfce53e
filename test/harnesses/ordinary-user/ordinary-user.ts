/**
 * An episode by somebody who is not root: the kernel exempts root from the limit of processes (RLIMIT_NPROC), so what holds it
 * there is tried by nobody else's runs.
 */
import { execFile, spawnSync } from 'node:child_process';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CliUnderTest } from '../episode.ts';
import { demandInstalled } from '../contract.ts';
import type { OrdinaryEpisode } from './main.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, 'main.ts');
const as = (uid: number): string[] => [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--'];

/** `uid`: a user that owns nothing, and runs nothing else while this does, for the limit counts all of the user's. */
export function ordinaryUserOf(cli: CliUnderTest, uid: number): void {
  const name = cli.adapter().name;

  const isRoot = process.getuid?.() === 0;
  const possible = !isRoot || canBecome(uid);
  if (!possible)
    console.warn(
      `An episode of ${name} by a user who is not root is SKIPPED here: it takes setpriv (util-linux) and a checkout that others may read, or not to be root.`,
    );

  (possible ? describe : describe.skip)(`an episode of ${name} by a user who is not root`, () => {
    let folder: string;
    beforeAll(async () => {
      await demandInstalled(cli);
      folder = await realpath(await mkdtemp(join(tmpdir(), 'ordinary-')));
      if (isRoot) await chown(folder, uid, uid);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('is held to its number of processes, and does its work within it', async () => {
      const command = [process.execPath, MAIN, name];
      const [file, ...args] = isRoot ? ['setpriv', ...as(uid), ...command] : command;
      const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
      const { stdout } = await run(file!, args, { env, maxBuffer: 1 << 24, timeout: 100_000 });
      const told = JSON.parse(stdout) as OrdinaryEpisode;
      expect(told.uid).not.toBe(0);
      expect(told.mechanism).toContain('processes');
      expect(told.mechanism).not.toContain('root is exempt');
      // The shell that starts them is one of them, and so is the first process of its namespace.
      expect(told.allowed).toBeGreaterThan(0);
      expect(told.forks.refused).toBe(true);
      expect(told.forks.started).toBeLessThan(told.allowed);
      expect(told.forks.started).toBeGreaterThan(told.allowed / 2);
      expect(told).toMatchObject({ finished: 'completed', error: null, wrote: 'hello\n' });
    });
  });
}

/** Only root can become somebody else, and that somebody must be able to read this folder. */
function canBecome(uid: number): boolean {
  const look = `require('fs').accessSync(${JSON.stringify(MAIN)})`;
  return spawnSync('setpriv', [...as(uid), process.execPath, '-e', look]).status === 0;
}
