/** An evidence package in the hands of somebody who has none of our programs: coreutils, openssl, and the pages it carries. */
import type { Wire } from '@runseal/api/client';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { honestWitness, type WitnessProcess } from '../ledger/witness-process.ts';
import { openAuthority, type Authority } from '../time/authority.ts';
import { calls, openHouse, sealed, submit, until, type House } from './api-house.ts';
import { ended, runseal, type Ran } from './cli-process.ts';

let house: House;
let folder: string;
let run: string;
let authority: Authority;
let key: { readonly publicKeyHex: string; readonly vkey: string };
let checkpoint: string;
const witnesses: WitnessProcess[] = [];

const ledger = async () => (await (await house.ask('/api/v1/ledger')).json()) as Wire<'LedgerView'>;
const file = (name: string): string => join(folder, name);
const data = (ending: string): string => file(`bag/data/${run}${ending}`);
const node = (...args: readonly string[]): Promise<Ran> => ended(process.execPath, args);
const receipt = (path: string, digest: string, ...keys: readonly string[]) =>
  node(file('receipt.mjs'), path, digest, ...keys);

beforeAll(async () => {
  authority = await openAuthority();
  folder = await mkdtemp(join(tmpdir(), 'runseal-without-us-'));
  await writeFile(file('root.pem'), authority.root);
  house = await openHouse({ RUNSEAL_TSA_URL: authority.url, RUNSEAL_TSA_CA: file('root.pem') });
  const { vkey } = await ledger();
  for (const name of ['w1', 'w2', 'w3']) witnesses.push(await honestWitness(folder, name, vkey));
  const lines = witnesses.map((witness, i) => `witness w${i + 1} ${witness.vkey} ${witness.url}`);
  await writeFile(file('policy'), [`log ${vkey}`, ...lines, 'group all3 all w1 w2 w3', 'quorum all3'].join('\n'));
  await house.worker({ witnessPolicy: file('policy') });
  run = await submit(house, { objective: calls(['workspace_write', { path: 'ä.txt', content: 'for "outsiders"' }]) });
  await until(house, run, sealed);
  while ((await house.ask(`/api/v1/runs/${run}/time-token`)).status !== 200) await pause(20);
  for (let head = (await ledger()).head; head?.cosignatures.length !== 3; head = (await ledger()).head) await pause(20);
  const env = { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key };
  expect((await runseal(['export', run, '--package', '--out', file('bag')], env)).code).toBe(3);
  // What somebody does who follows HOW-TO-VERIFY.txt: saves the pages under their names.
  const pages = await readFile(file('bag/data/verify-without-us.md'), 'utf8');
  for (const [, name, page] of pages.matchAll(/```js (\w+\.mjs)\n([\s\S]*?)```/gu)) await writeFile(file(name!), page!);
  [key] = JSON.parse(await readFile(file('bag/data/keys.json'), 'utf8')) as [typeof key];
});
afterAll(async () => {
  await Promise.all(witnesses.map((witness) => witness.kill()));
  await authority.close();
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

test('Coreutils find every file whole, and any that was changed, added to or left out', async () => {
  const check = async (bag: string) => {
    const sums = ['manifest-sha256.txt', 'tagmanifest-sha256.txt'].map((manifest) =>
      ended('/bin/sh', ['-c', `cd "$0" && sha256sum --strict -c ${manifest}`, bag]),
    );
    return Math.max(...(await Promise.all(sums)).map(({ code }) => code ?? 1));
  };
  expect(await check(file('bag'))).toBe(0);
  const listed = (await readFile(file('bag/manifest-sha256.txt'), 'utf8')).trim().split('\n');
  const there = await readdir(file('bag/data'));
  expect(listed.map((line) => line.slice(66)).sort()).toEqual(there.map((name) => `data/${name}`).sort());
  for (const name of [...there.map((one) => `data/${one}`), 'bag-info.txt']) {
    await cp(file('bag'), file('copy'), { recursive: true });
    await writeFile(join(file('copy'), name), '.', { flag: 'a' });
    expect([name, await check(file('copy'))]).toEqual([name, 1]);
    await rm(file('copy'), { recursive: true });
  }
});

test('The record verifies under the key of its owner by the page it carries, and prints what is to be compared', async () => {
  const ran = await node(file('verify.mjs'), data('.provetrail'), key.publicKeyHex);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  checkpoint = /^checkpoint sha256 ([0-9a-f]{64})$/mu.exec(ran.stdout)![1]!;
  expect((await node(file('verify.mjs'), data('.provetrail'), '00'.repeat(32))).code).toBe(1);
});

test('The receipt verifies with all three witnesses, and not with a changed digest, path, head, key or cosignature', async () => {
  const keys = [key.vkey, ...witnesses.map(({ vkey }) => vkey)];
  const good = await receipt(data('.tlog-proof'), checkpoint, ...keys);
  expect([good.stderr, good.code]).toEqual(['', 0]);
  expect(good.stdout).toMatch(/^VERIFIED: entry \d+ of \d+ in \S+, cosigned by 3 you named\n$/u);
  expect((await receipt(data('.tlog-proof'), '00'.repeat(32), ...keys)).code).toBe(1);
  const stranger = await honestWitness(folder, 'stranger', key.vkey);
  await stranger.kill();
  expect((await receipt(data('.tlog-proof'), checkpoint, key.vkey, stranger.vkey)).stderr).toContain('did not cosign');
  expect((await receipt(data('.tlog-proof'), checkpoint, witnesses[0]!.vkey)).code).toBe(1);
  const text = await readFile(data('.tlog-proof'), 'utf8');
  const head = text.indexOf('\n\n') + 2;
  for (const changed of [
    text.replace(/index \d+/u, 'index 0'),
    text.slice(0, head) + text.slice(head).replace(/\n\d+\n/u, '\n1\n'),
    text.replaceAll(/(?<=— \S+ \S{20})(.)/gu, (one) => (one === 'A' ? 'B' : 'A')),
    text.replace(/extra \S{8}/u, 'extra AAAAAAAA'),
  ]) {
    await writeFile(file('changed'), changed);
    expect([changed === text, (await receipt(file('changed'), checkpoint, ...keys)).code]).toEqual([false, 1]);
  }
});

test('Openssl takes the time token for the very seal, under the certificate of the authority', async () => {
  const token = ['ts', '-verify', '-token_in', '-in', data('.tst'), '-CAfile', file('root.pem')];
  const said = await ended('openssl', [...token, '-digest', checkpoint]);
  expect([said.code, said.stdout]).toEqual([0, expect.stringContaining('Verification: OK')]);
  expect((await ended('openssl', [...token, '-digest', '00'.repeat(32)])).code).not.toBe(0);
});

test('Each content is the one its commitment names, and a changed one is found', async () => {
  const good = await node(file('contents.mjs'), data('.provetrail'), data('.content.jsonl'));
  expect([good.code, good.stdout]).toEqual([0, expect.stringMatching(/^VERIFIED: [1-9]\d* contents/u)]);
  const text = await readFile(data('.content.jsonl'), 'utf8');
  await writeFile(file('changed'), text.replace(/"bytes":"(?:\w{4})/u, '"bytes":"AAAA'));
  expect((await node(file('contents.mjs'), data('.provetrail'), file('changed'))).code).toBe(1);
});

test('What is to be typed stands in the package, and no step needs a program of ours', async () => {
  const steps = await readFile(file('bag/data/HOW-TO-VERIFY.txt'), 'utf8');
  for (const command of [
    'sha256sum --strict -c',
    'node verify.mjs',
    'node contents.mjs',
    'node receipt.mjs',
    'openssl ts -verify',
  ])
    expect(steps).toContain(command);
  for (const name of [`${run}.provetrail`, `${run}.content.jsonl`, `${run}.tlog-proof`, `${run}.tst`])
    expect(steps).toContain(`data/${name}`);
  expect(await readdir(file('bag/data'))).toEqual(
    expect.arrayContaining(['key-history.json', 'custody.json', 'coverage.txt', 'report.html', 'erasures.json']),
  );
});
