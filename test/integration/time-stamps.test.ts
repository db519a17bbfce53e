import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '@runseal/spine';
import { openAuthority, openssl, revocationList, type Authority } from '../time/authority.ts';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';
import { runseal } from './cli-process.ts';

let authority: Authority;
let house: House;
let folder: string;

beforeAll(async () => {
  authority = await openAuthority();
  folder = await mkdtemp(join(tmpdir(), 'runseal-time-'));
  await writeFile(join(folder, 'root.pem'), authority.root);
  house = await openHouse({ RUNSEAL_TSA_URL: authority.url, RUNSEAL_TSA_CA: join(folder, 'root.pem') });
});
afterAll(async () => {
  await house.close();
  await authority.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (...args: string[]) => runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key });
const tokenOf = (run: string) => house.ask(`/api/v1/runs/${run}/time-token`);

test('A seal does not wait for an authority that is down, and gets its token once it is back', async () => {
  authority.manner = 'a page';
  await house.worker();
  const run = await submit(house, { objective: 'to be stamped' });
  await until(house, run, sealed);
  while (authority.asked() === 0) await pause(20);
  const none = await tokenOf(run);
  expect([none.status, ((await none.json()) as { code: string }).code]).toEqual([404, 'time_token_none']);
  authority.manner = 'honest';
  // What was claimed in vain is claimed again after a minute: here, that minute is over.
  await house.owner`update spine.time_stamp set claimed_at = claimed_at - interval '2 minutes'`;
  while ((await tokenOf(run)).status !== 200) await pause(20);

  const out = join(folder, 'out');
  expect((await cli('export', run, '--out', out)).code).toBe(0);
  expect(await readdir(out)).toContain(`${run}.tst`);
  const file = join(out, `${run}.provetrail`);
  const verify = ['verify', file, '--keys', join(out, 'keys.json'), '--json'];
  const trusted = (await cli(...verify, '--time-ca', join(folder, 'root.pem'))).json<Report & { timeToken: string }>();
  expect(trusted).toMatchObject({
    time: { authority: 'Test Authority', trusted: true },
    timeToken: `${out}/${run}.tst`,
  });
  expect((await cli(...verify)).json<Report>().time).toMatchObject({ trusted: false });
  await writeFile(join(folder, 'with-list.pem'), authority.root + (await revocationList(authority)));
  const looked = (await cli(...verify, '--time-ca', join(folder, 'with-list.pem'))).json<Report>();
  expect(looked.time).toMatchObject({ trusted: true, revocation: { revokedAt: null } });
  await writeFile(join(folder, 'revoked.pem'), authority.root + (await revocationList(authority, 'keyCompromise')));
  const revoked = (await cli(...verify, '--time-ca', join(folder, 'revoked.pem'))).json<Report>();
  expect(revoked.time).toMatchObject({ trusted: false });
  const independence = revoked.verdicts.find(({ name }) => name === 'independence')!;
  expect(independence.sentence).toContain('counts for nothing: its certificate was revoked on 20');
  const server = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  expect(server.time).toMatchObject({ trusted: true });

  // Another tool agrees, from the ledger's own word for the checkpoint.
  const [entry] = await house.owner<{ checkpoint: string }[]>`
    select encode(sha256(checkpoint), 'hex') as checkpoint from spine.head where run = ${run}`;
  const args = ['-verify', '-token_in', '-in', join(out, `${run}.tst`), '-digest', entry!.checkpoint];
  const said = await openssl(folder, 'ts', ...args, '-CAfile', 'root.pem');
  expect(said.stdout).toContain('Verification: OK');
});

test('Many workers ask once for each seal, and a token is never changed', async () => {
  await house.worker();
  const before = authority.asked();
  const runs = await Promise.all(Array.from({ length: 6 }, (_, i) => submit(house, { objective: `number ${i}` })));
  for (const run of runs) while ((await tokenOf(run)).status !== 200) await pause(20);
  expect(authority.asked() - before).toBe(6);
  await expect(house.owner`update spine.time_stamp set token = 'x'::bytea`).rejects.toMatchObject({ code: 'RS006' });
  await expect(house.owner`delete from spine.time_stamp`).rejects.toMatchObject({ code: 'RS006' });
});

test('A file that holds no certificate is no authority', async () => {
  const ran = await cli('verify', join(folder, 'root.pem'), '--time-ca', import.meta.filename);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('time_anchor_invalid')]);
});
