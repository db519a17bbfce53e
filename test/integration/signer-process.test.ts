import { exitCodeOf, verifyRecord, type Report } from '@runseal/spine';
import { publicKeyOf } from '@runseal/spine';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openHouse, sealed, show, submit, until, type House } from './api-house.ts';
import { ROOT, runseal } from './cli-process.ts';

let folder: string;
let signer: Signing;
let house: House;

interface Signing {
  readonly keyId: string;
  stop(): Promise<void>;
}

const socket = (): string => join(folder, 'signer.sock');

async function startSigner(): Promise<Signing> {
  const files = ['--key', join(folder, 'seal.pem'), '--socket', socket(), '--journal', join(folder, 'signed.jsonl')];
  const argv = [join(ROOT, 'apps', 'cli', 'bin', 'runseal.mjs'), 'signer', '--create', ...files];
  const child = spawn(process.execPath, argv, {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const keyId = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
      const named = /key +(\S+)\nserving/.exec(out)?.[1];
      if (named !== undefined) resolve(named);
    });
    child.once('exit', (code) => reject(new Error(`the signer ended (${code})`)));
  });
  return { keyId, stop: () => stopped(child) };
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-signing-'));
  signer = await startSigner();
  house = await openHouse({ RUNSEAL_SIGNER_SOCKET: socket() });
  await house.worker();
});
afterAll(async () => {
  await house.close();
  await signer.stop();
  await rm(folder, { recursive: true, force: true });
});

test('runs are sealed by a process of its own, and no other holds the key', async () => {
  const run = await submit(house, { objective: 'signed elsewhere' });
  expect((await until(house, run, sealed)).seal!.keyId).toBe(signer.keyId);
  expect(existsSync(join(house.dataDir, 'keys', 'seal.pem'))).toBe(false);
  const record = new Uint8Array(await (await house.ask(`/api/v1/runs/${run}/record`)).arrayBuffer());
  const key = { keyId: signer.keyId, publicKey: publicKeyOf(signer.keyId) };
  expect(exitCodeOf(await verifyRecord(record, { keyring: [key] }))).toBe(3);
  const journal = await readFile(join(folder, 'signed.jsonl'), 'utf8');
  const kinds = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; origin: string });
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'seal', origin: run }));
});

test('without the signer a run ends unsealed and says so; with it back, the run is sealed and enters the ledger', async () => {
  await signer.stop();
  const run = await submit(house, { objective: 'nobody signs' });
  const ended = await until(house, run, ({ state }) => state !== 'queued' && state !== 'running');
  expect(ended.sealed).toBe(false);
  signer = await startSigner();
  expect((await house.ask(`/api/v1/runs/${run}/seal`, { method: 'POST' })).status).toBe(200);
  expect((await show(house, run)).sealed).toBe(true);
  while (!(await house.ask(`/api/v1/runs/${run}/receipt`)).ok) await pause(20);
  const report = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  expect(report.verdicts.filter(({ state }) => state === 'fail')).toEqual([]);
});

test('a missing key is not made unless that is asked for, and a second signer does not take the socket', async () => {
  const start = (key: string) => runseal(['signer', '--key', join(folder, key), '--socket', socket()]);
  expect((await start('none.pem')).stderr).toContain('runseal.key_missing');
  const second = await start('seal.pem');
  expect([second.code, second.stderr]).toEqual([4, expect.stringContaining('runseal.signer_socket_in_use')]);
});
