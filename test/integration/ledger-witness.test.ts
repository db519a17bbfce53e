import { generateSigner } from '@runseal/spine/node';
import { draftOf, SpineError, verifySignature } from '@runseal/spine';
import {
  cosignedAt,
  formatVkey,
  openHead,
  parsePolicy,
  parseVkey,
  signHead,
  toBase64,
  type Policy,
} from '@runseal/spine/ledger';
import { connect, createWitnessing, openLedger, openStore, type Ledger, type Sql } from '@runseal/spine/postgres';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { honestWitness, lyingWitness, type WitnessProcess } from '../ledger/witness-process.ts';
import { testDatabase, type TestDatabase } from '../postgres/database.ts';
import { runseal } from './cli-process.ts';

const signer = generateSigner();
const ORIGIN = 'runseal/witnessed';
let database: TestDatabase;
let sql: Sql;
let ledger: Ledger;
let folder: string;
let runs = 0;
const processes: WitnessProcess[] = [];

const kept = async (starting: Promise<WitnessProcess>): Promise<WitnessProcess> => {
  const process = await starting;
  processes.push(process);
  return process;
};
const logVkey = () => formatVkey(ledger.key);

beforeEach(async () => {
  database = await testDatabase();
  sql = connect(database.serviceUrl, { max: 4 });
  ledger = openLedger({ sql, signer, origin: ORIGIN });
  folder = await mkdtemp(join(tmpdir(), 'runseal-witness-'));
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.kill()));
  await sql.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Adds two entries to the log and signs its head. */
async function grow(on: Ledger = ledger, by: Sql = sql): Promise<void> {
  const run = `run-${(runs += 1)}`;
  const store = openStore({ sql: by });
  await store.openRun({ run, workspace: 'w' });
  const writer = await store.takeOver(run);
  await writer.append(draftOf('outcome.recorded', 'system', { result: 'success', reason: '', steps: 1, final: null }));
  await writer.seal(signer);
  await on.batch();
}

function policyOf(quorum: number, witnesses: Readonly<Record<string, { vkey: string; url: string }>>): Policy {
  const lines = Object.entries(witnesses).map(([name, { vkey, url }]) => `witness ${name} ${vkey} ${url}`);
  const names = Object.keys(witnesses).join(' ');
  return parsePolicy([`log ${logVkey()}`, ...lines, `group q ${quorum} ${names}`, 'quorum q'].join('\n'));
}

async function cosignersOf(policy: Policy): Promise<string[]> {
  const { note } = await openHead((await ledger.head())!.note, [ledger.key], verifySignature);
  const names = await Promise.all(
    policy.witnesses.map(async ({ name, key }) =>
      (await cosignedAt(note, key, verifySignature)) === null ? [] : [name],
    ),
  );
  return names.flat();
}

function witnessing(policy: Policy, on: Ledger = ledger) {
  const troubles: Record<string, string> = {};
  const onTrouble = (witness: string, { code }: SpineError): void => void (troubles[witness] = code);
  return { troubles, ask: () => createWitnessing({ ledger: on, policy, onTrouble, timeoutMs: 3000 }).ask() };
}

test('of three witnesses one is honest, one lies and one is down: one of three is reached, two of three is not', async () => {
  const honest = await kept(honestWitness(folder, 'w1', logVkey()));
  const liar = await kept(lyingWitness('garbage', 'w2'));
  const down = await kept(honestWitness(folder, 'w3', logVkey()));
  await down.kill();
  const witnesses = { w1: honest, w2: liar, w3: down };
  await grow();
  const { troubles, ask } = witnessing(policyOf(1, witnesses));
  expect(await ask()).toEqual(['w1']);
  expect(troubles).toEqual({ w2: 'runseal.witness_lies', w3: 'runseal.witness_unreachable' });
  const cosigned = new Set(await cosignersOf(policyOf(1, witnesses)));
  expect([...cosigned]).toEqual(['w1']);
  expect(policyOf(1, witnesses).satisfiedBy(cosigned)).toBe(true);
  expect(policyOf(2, witnesses).satisfiedBy(cosigned)).toBe(false);

  // The third comes back with its key and its memory.
  const back = await kept(honestWitness(folder, 'w3', logVkey()));
  expect(back.vkey).toBe(down.vkey);
  const again = { ...witnesses, w3: back };
  await grow();
  expect([...(await witnessing(policyOf(2, again)).ask())].sort()).toEqual(['w1', 'w3']);
  expect(policyOf(2, again).satisfiedBy(new Set(await cosignersOf(policyOf(2, again))))).toBe(true);
});

test.each([
  ['signs another root', 'other-root', 'runseal.witness_lies'],
  ['names another size each time', 'two-sizes', 'runseal.witness_refused'],
] as const)('a witness that %s is not counted', async (_, mode, code) => {
  const policy = policyOf(1, { w1: await kept(lyingWitness(mode, 'w1')) });
  await grow();
  const { troubles, ask } = witnessing(policy);
  expect(await ask()).toEqual([]);
  expect(troubles).toEqual({ w1: code });
  expect(await cosignersOf(policy)).toEqual([]);
});

test('a log that forgot what a witness knows asks again from the size it names', async () => {
  const witness = await kept(honestWitness(folder, 'w1', logVkey()));
  const policy = policyOf(1, { w1: witness });
  await grow();
  // Cosigned, but the answer was lost.
  const { note } = (await ledger.head())!;
  await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: `old 0\n\n${note}` });
  expect(await witnessing(policy).ask()).toEqual(['w1']);
  await grow();
  await grow();
  expect(await witnessing(policy).ask()).toEqual(['w1']);
  const hash = createHash('sha256').update(ORIGIN).digest('hex');
  const monitored = await (await fetch(`${witness.url}/${hash}/checkpoint`)).text();
  const opened = await openHead(monitored, [ledger.key], verifySignature);
  expect(opened.head.size).toBe(6);
  expect(await cosignedAt(opened.note, parseVkey(witness.vkey), verifySignature)).toEqual(expect.any(Number));
});

test('a ledger that was rewound, or has another history, gets no cosignature, and the log is told', async () => {
  const witness = await kept(honestWitness(folder, 'w1', logVkey()));
  const policy = policyOf(1, { w1: witness });
  await grow();
  await grow();
  expect(await witnessing(policy).ask()).toEqual(['w1']);
  const other = await testDatabase();
  const restored = connect(other.serviceUrl, { max: 2 });
  try {
    const rewound = openLedger({ sql: restored, signer, origin: ORIGIN });
    await grow(rewound, restored);
    const first = witnessing(policy, rewound);
    expect(await first.ask()).toEqual([]);
    expect(first.troubles).toEqual({ w1: 'runseal.ledger_behind_witness' });
    // Grown past what the witness saw: now its history differs.
    await grow(rewound, restored);
    await grow(rewound, restored);
    const second = witnessing(policy, rewound);
    expect(await second.ask()).toEqual([]);
    expect(second.troubles).toEqual({ w1: 'runseal.witness_refused' });
  } finally {
    await restored.end();
    await other.drop();
  }
});

describe('the witness', () => {
  let witness: WitnessProcess;
  const post = async (body: string) => {
    const response = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  beforeEach(async () => {
    witness = await kept(honestWitness(folder, 'w1', logVkey()));
    await grow();
  });

  test('answers as the protocol says to what it cannot cosign', async () => {
    const { note } = (await ledger.head())!;
    const head = { origin: ORIGIN, size: 1, root: new Uint8Array(32), extensions: [] };
    expect((await post('nonsense')).status).toBe(400);
    expect((await post(`old 9\n\n${note}`)).status).toBe(400);
    expect((await post(`old 0\n\n${await signHead({ ...head, origin: 'elsewhere' }, signer)}`)).status).toBe(404);
    expect((await post(`old 0\n\n${await signHead(head, generateSigner())}`)).status).toBe(403);
    expect((await post(`old 0\n${toBase64(new Uint8Array(32))}\n\n${note}`)).status).toBe(422);
    expect((await post(`old 0\n\n${note}`)).status).toBe(200);
    expect(await post(`old 0\n\n${note}`)).toMatchObject({ status: 409, type: 'text/x.tlog.size', text: '2\n' });
    expect((await post(`old 2\n\n${await signHead({ ...head, size: 2 }, signer)}`)).status).toBe(422);
    expect((await post('x'.repeat(70_000))).status).toBe(413);
  });

  test('killed and started again it still knows what it cosigned, and of many at once takes one', async () => {
    const { note } = (await ledger.head())!;
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(`old 0\n\n${note}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    await witness.kill();
    witness = await kept(honestWitness(folder, 'w1', logVkey()));
    expect(await post(`old 0\n\n${note}`)).toMatchObject({ status: 409, text: '2\n' });
  });

  test('does not begin with a key whose memory is gone, a damaged memory, or the memory of another that runs', async () => {
    const start = () =>
      runseal(['witness', '--listen', '127.0.0.1:0', '--log', logVkey(), '--name', 'w1', '--json',
        '--state', join(folder, 'w1.json'), '--key', join(folder, 'w1.pem')]); // prettier-ignore
    expect((await start()).stderr).toContain('witness_state_locked');
    await witness.kill();
    const state = await readFile(join(folder, 'w1.json'));
    await writeFile(join(folder, 'w1.json'), '{}');
    expect((await start()).stderr).toContain('witness_state_damaged');
    await rm(join(folder, 'w1.json'));
    const refused = await start();
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('witness_state_missing')]);
    await writeFile(join(folder, 'w1.json'), state);
    await kept(honestWitness(folder, 'w1', logVkey()));
  });
});
