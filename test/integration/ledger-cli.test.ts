import type { Report } from '@runseal/spine';
import { parsePolicy, parseReceipt } from '@runseal/spine/ledger';
import type { Wire } from '@runseal/api/client';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { honestWitness, type WitnessProcess } from '../ledger/witness-process.ts';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';
import { runsealHere as runseal } from './cli-process.ts';

interface Verified extends Report {
  readonly exitCode: number;
  readonly receipt: string | null;
  readonly pin: { readonly state: string; readonly code: string | null } | null;
}

let house: House;
let folder: string;
let run: string;
let policy: string;
const witnesses: WitnessProcess[] = [];

beforeAll(async () => {
  house = await openHouse();
  folder = await mkdtemp(join(tmpdir(), 'runseal-ledger-cli-'));
  const { vkey } = await ledger();
  for (const name of ['w1', 'w2']) witnesses.push(await honestWitness(folder, name, vkey));
  const [w1, w2] = witnesses as [WitnessProcess, WitnessProcess];
  policy = join(folder, 'witnesses.policy');
  const lines = [`log ${vkey}`, `witness w1 ${w1.vkey} ${w1.url}`, `witness w2 ${w2.vkey} ${w2.url}`];
  await writeFile(policy, [...lines, 'group both all w1 w2', 'quorum both'].join('\n'));
  await house.worker({ witnessPolicy: policy });
  run = await submit(house, { objective: 'for outsiders' });
  await until(house, run, sealed);
  await cosigned();
  const exported = await cli('export', run, '--out', folder);
  expect(exported.code).toBe(0);
});
afterAll(async () => {
  await Promise.all(witnesses.map((witness) => witness.kill()));
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const ledger = async () => (await (await house.ask('/api/v1/ledger')).json()) as Wire<'LedgerView'>;
const file = (name: string): string => join(folder, name);

/** Waits until nothing waits and both witnesses cosigned the newest head. */
async function cosigned(): Promise<void> {
  for (;;) {
    const { lag, head } = await ledger();
    if (lag.pending === 0 && head?.cosignatures.length === 2) return;
    await pause(20);
  }
}

const cli = (...args: readonly string[]) =>
  runseal(args, { RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: house.key, RUNSEAL_PINS: file('pins.json') });
const verify = async (...more: readonly string[]) => {
  const ran = await cli('verify', file(`${run}.provetrail`), '--keys', file('keys.json'), '--json', ...more);
  const report = ran.json<Verified>();
  const { state, code } = report.verdicts.find(({ name }) => name === 'independence')!;
  return { ...report, independence: code === null ? state : `${state} ${code}`, exit: ran.code };
};

test('an exported run is verified offline with its receipt and a policy of two witnesses', async () => {
  const receipt = parseReceipt(await readFile(file(`${run}.tlog-proof`), 'utf8'));
  expect(receipt.head.split('\n')).toHaveLength(8);
  expect(await verify('--policy', policy)).toMatchObject({
    independence: 'pass',
    receipt: file(`${run}.tlog-proof`),
    pin: { state: expect.stringMatching(/first|known/) as string },
  });
  expect(await verify()).toMatchObject({ independence: 'warn runseal.not_witnessed', exit: 3 });
});

test('a policy that asks for somebody else is not met', async () => {
  const stranger = await honestWitness(folder, 'stranger', (await ledger()).vkey);
  await stranger.kill();
  const text = (await readFile(policy, 'utf8')).replace('group both', `witness w3 ${stranger.vkey}\ngroup both`);
  await writeFile(file('three.policy'), text.replace('all w1 w2', 'all w1 w2 w3'));
  expect(parsePolicy(await readFile(file('three.policy'), 'utf8')).quorum).toBe('3 of w1, w2, w3');
  expect((await verify('--policy', file('three.policy'))).independence).toBe('warn runseal.not_witnessed');
  await writeFile(file('broken.policy'), 'quorum nobody');
  const broken = await cli('verify', file(`${run}.provetrail`), '--policy', file('broken.policy'));
  expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('policy_invalid')]);
});

test('the receipt of another run, and one that was changed, fail', async () => {
  const other = await submit(house, { objective: 'another' });
  await until(house, other, sealed);
  expect((await cli('export', other, '--out', folder)).code).toBe(0);
  expect(await verify('--receipt', file(`${other}.tlog-proof`))).toMatchObject({
    independence: 'fail runseal.receipt_mismatch',
    exit: 1,
  });
  const text = await readFile(file(`${run}.tlog-proof`), 'utf8');
  await writeFile(file('changed.tlog-proof'), text.replace(/index \d+/, 'index 0'));
  expect(await verify('--receipt', file('changed.tlog-proof'))).toMatchObject({
    independence: 'fail runseal.receipt_invalid',
    exit: 1,
  });
  const missing = await cli('verify', file(`${run}.provetrail`), '--receipt', file('nowhere'));
  expect(missing.code).toBe(4);
});

test('the server verifies with its own receipt', async () => {
  const report = (await (await house.ask(`/api/v1/runs/${run}/verification`)).json()) as Report;
  expect(report.verdicts.find(({ name }) => name === 'independence')!.code).toBe('runseal.not_witnessed');
});

describe('pins', () => {
  const check = (...more: readonly string[]) => cli('ledger', 'check', '--keys', file('keys.json'), '--json', ...more);
  const pins = file.bind(null, 'own-pins.json');

  test('a head is remembered, and later ones must continue it', async () => {
    const first = await check('--pins', pins());
    expect([first.code, first.json<{ code: string }>().code]).toEqual([3, 'runseal.head_first_seen']);
    await until(house, await submit(house, { objective: 'growth' }), sealed);
    await cosigned();
    const second = await check('--pins', pins(), '--policy', policy);
    expect([second.code, second.json()]).toEqual([
      0,
      expect.objectContaining({ code: null, witnesses: ['w1', 'w2'] }) as unknown,
    ]);
  });

  test('a head that contradicts a pin, or falls behind it, is shouted about', async () => {
    const known = JSON.parse(await readFile(pins(), 'utf8')) as Record<string, { size: number; root: string }[]>;
    const [origin, [head]] = Object.entries(known)[0] as [string, [{ size: number; root: string }]];
    const contradicting = async (change: Partial<typeof head>, size = head.size) => {
      await writeFile(pins(), JSON.stringify({ [origin]: [{ ...head, size, ...change }] }));
      const ran = await check('--pins', pins());
      return [ran.code, ran.json<{ code: string }>().code];
    };
    expect(await contradicting({ root: 'ab'.repeat(32) })).toEqual([1, 'runseal.head_contradicts_pin']);
    expect(await contradicting({ root: 'ab'.repeat(32) }, head.size - 1)).toEqual([1, 'runseal.head_contradicts_pin']);
    expect(await contradicting({}, head.size + 1)).toEqual([1, 'runseal.head_contradicts_pin']);
    const receipt = parseReceipt(await readFile(file(`${run}.tlog-proof`), 'utf8'));
    const size = Number(receipt.head.split('\n')[1]);
    await writeFile(pins(), JSON.stringify({ [origin]: [{ ...head, size, root: 'ab'.repeat(32) }] }));
    const verified = await verify('--policy', policy, '--pins', pins());
    expect(verified).toMatchObject({ exit: 1, pin: { state: 'contradicts', code: 'runseal.head_contradicts_pin' } });
  });

  test('a head signed by a key that others may have had counts for nothing, in whichever file the mark stands', async () => {
    const [key] = JSON.parse(await readFile(file('keys.json'), 'utf8')) as [object];
    await writeFile(file('marked.json'), JSON.stringify([{ ...key, compromisedAt: '2026-01-01T00:00:00Z' }]));
    const fresh = file('fresh-pins.json');
    for (const order of [
      ['--keys', file('marked.json')],
      ['--keys', file('marked.json'), '--keys', file('keys.json')],
      ['--keys', file('keys.json'), '--keys', file('marked.json')],
    ]) {
      const ran = await cli('ledger', 'check', '--pins', fresh, '--json', ...order);
      expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('runseal.key_compromised')]);
      const verified = await cli('verify', file(`${run}.provetrail`), '--pins', fresh, '--json', ...order);
      expect(verified.code).toBe(1);
      expect(verified.json<Verified>().verdicts[0]).toMatchObject({ code: 'runseal.key_compromised' });
    }
    expect(existsSync(fresh)).toBe(false);
  });

  test('pins that cannot be read are not taken for none', async () => {
    await writeFile(file('damaged.json'), '[1]');
    const ran = await check('--pins', file('damaged.json'));
    expect([ran.code, ran.stderr]).toEqual([4, expect.stringContaining('pins_damaged')]);
  });
});
