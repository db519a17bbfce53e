/** Keys of an installation of npm start, which has its own Postgres: nobody should need its password to make or revoke one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@runseal/infra/postgres';
import { ended } from './cli-process.ts';

const PROGRAM = join(import.meta.dirname, '../../infra/keys.mjs');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'runseal-keys-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keys = (...args: readonly string[]) => ended(process.execPath, [PROGRAM, ...args], { RUNSEAL_DATA_DIR: dataDir });

test('are made while it stands still, and listed and revoked while it runs, which goes on running', async () => {
  const made = await keys('create-key', '--name', 'My Product', '--workspace', 'shop');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rsk_\S{43}\n$/) as string });
  const start = made.stdout.slice(0, 10);

  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  try {
    const line = new RegExp(`^${start}\tmy-product\tshop\t\\S+\t-\t-\n$`);
    expect((await keys('list-keys')).stdout).toMatch(line);
    expect((await keys('revoke-key', '--key', start)).code).toBe(0);
    expect((await keys('list-keys')).stdout).not.toMatch(line);
    expect(postgres.origin).toBe('started');
    expect(() => process.kill(postgres.pid, 0)).not.toThrow();
  } finally {
    await postgres.stop();
  }
});

test('what is wrong usage ends with 2, as the program says', async () => {
  expect((await keys('revoke-key')).code).toBe(2);
});
