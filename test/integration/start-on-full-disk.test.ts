/** `npm start` where nothing can be written. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../attacks/server-ready.ts';
import { ended, ROOT } from './cli-process.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-start-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['that is full', ['--size', '4096', '--tmpfs'], 'disk_full'],
  ['that is read-only', ['--ro-bind', '/usr'], 'data_dir_unusable'],
])('A start on a disk %s says so in one sentence, and ends', async (_what, seen, code) => {
  const through = ['--die-with-parent', '--dev-bind', '/', '/', ...seen, folder];
  const env = {
    RUNSEAL_DATA_DIR: folder,
    RUNSEAL_PORT: String(await freePort()),
    RUNSEAL_WEB_PORT: String(await freePort()),
  };
  const start = await ended('bwrap', [...through, process.execPath, join(ROOT, 'infra/dist/start.js')], env);
  expect(start.stderr).toMatch(new RegExp(`^✗ .*RUNSEAL_DATA_DIR.*\\(${code}\\)$`, 'm'));
  expect(start.stderr).not.toContain('    at ');
  expect(start.code).toBe(1);
});
