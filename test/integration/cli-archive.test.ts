/** An archive follows the ledger: what was sealed is in it, what is missing is told, and no other history gets in. */
import { createKey } from '@runseal/api';
import type { Wire } from '@runseal/api/client';
import {
  decodeEvent,
  decodeRecord,
  encodeEvent,
  encodeRecord,
  Frontier,
  leafHash,
  rootOf,
  signCheckpoint,
} from '@runseal/spine';
import { parseHead, parseNote, signHead } from '@runseal/spine/ledger';
import { fileSigner } from '@runseal/spine/node';
import { connect, openStore } from '@runseal/spine/postgres';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { appendFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runsealHere as runseal, type Ran } from './cli-process.ts';
import { LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

let house: House;
let folder: string;
let archive: string;
let keys: string;
const runs: string[] = [];

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  folder = await mkdtemp(join(tmpdir(), 'runseal-archive-'));
  archive = join(folder, 'archive');
  runs.push(await sealedRun(), await sealedRun());
  // Keys are had from their owner; here, from an export.
  expect((await cli('export', runs[0]!, '--out', join(folder, 'out'))).code).toBe(0);
  keys = join(folder, 'out', 'keys.json');
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

const as = (key: string) => ({ RUNSEAL_URL: house.api.url, RUNSEAL_API_KEY: key });
const cli = (...args: string[]): Promise<Ran> => runseal([...args, '--json'], as(house.key));
const sync = (...more: string[]): Promise<Ran> => cli('archive', 'sync', archive, '--keys', keys, ...more);
const check = (dir = archive): Promise<Ran> => runseal(['archive', 'check', dir, '--keys', keys, '--json']);
const codeOf = ({ stderr }: Ran): string => (JSON.parse(stderr) as { error: { code: string } }).error.code;

interface Said {
  readonly added: readonly { readonly run: string }[];
  readonly records: readonly { readonly run: string; readonly file: string; readonly problem: string | null }[];
  readonly missing: readonly { readonly run: string; readonly code?: string }[];
  readonly [name: string]: unknown;
}

async function sealedRun(): Promise<string> {
  const run = await submit(house, { objective: LETTER, grant: ['workspace_write', 'workspace_read'] });
  await until(house, run, sealed);
  // Its seal, and what was before it.
  for (;;) {
    const receipt = await house.ask(`/api/v1/runs/${run}/receipt`);
    if (receipt.ok) return run;
    await receipt.text();
    await pause(50);
  }
}

const fileOf = async (run: string, ending: string, dir = archive): Promise<string> => {
  const all = await readdir(join(dir, 'runs'), { recursive: true });
  return join(
    dir,
    'runs',
    all.find((name) => name.endsWith(`${run}${ending}`))!,
  );
};

/** A copy of the archive, to do something to. */
async function copied(name: string): Promise<string> {
  const dir = join(folder, name);
  await cp(archive, dir, { recursive: true });
  return dir;
}

test('every sealed run is added once, and judged; what comes later is added later', async () => {
  const first = await sync();
  // No witness: nothing fails, and not everything passes.
  expect([
    first.code,
    first
      .json<Said>()
      .added.map(({ run }) => run)
      .toSorted(),
  ]).toEqual([3, runs.toSorted()]);
  expect((await sync()).json()).toMatchObject({ added: [], missing: [] });
  runs.push(await sealedRun());
  const then = await sync();
  expect(then.json<Said>().added.map(({ run }) => run)).toEqual([runs[2]]);
  const checked = await check();
  expect([checked.code, checked.json()]).toEqual([
    3,
    expect.objectContaining({ missing: [], unsealed: [], unnamed: [], withheld: 0, workspaces: null }),
  ]);
  expect(checked.json<Said>().records.map(({ run, problem }) => [run, problem])).toEqual(
    runs.map((run) => [run, null]),
  );
  const verified = await runseal(['verify', await fileOf(runs[1]!, '.provetrail'), '--keys', keys, '--json']);
  expect(verified.json()).toMatchObject({ run: runs[1], contents: { found: 0 } });
});

test('a record that is gone is told, and one that was put in its place', async () => {
  const dir = await copied('thinned');
  await rm(await fileOf(runs[0]!, '.provetrail', dir));
  await cp(await fileOf(runs[2]!, '.provetrail', dir), await fileOf(runs[1]!, '.provetrail', dir));
  const checked = await check(dir);
  expect([checked.code, checked.json<Said>().missing]).toEqual([1, [expect.objectContaining({ run: runs[0] })]]);
  const [other] = checked.json<Said>().records.filter(({ run }) => run === runs[1]);
  expect(other!.problem).not.toBeNull();
  const words = await runseal(['archive', 'check', dir, '--keys', keys]);
  expect(words.stdout).toContain(`MISSING: sealed, and not here: ${runs[0]}`);
  // What is gone from the folder is had again from the server; what is wrong in it is not written over.
  const again = await cli('archive', 'sync', dir, '--keys', keys);
  expect(again.json<Said>().added.map(({ run }) => run)).toEqual([runs[0]]);
});

test('a record that the same key signed a second time is not the one in the ledger', async () => {
  const dir = await copied('twice');
  const file = await fileOf(runs[2]!, '.provetrail', dir);
  const { origin } = (await runseal(['verify', file, '--keys', keys, '--json'])).json<{ origin: string }>();
  const events = decodeRecord(await readFile(file)).events.map((canonical) => {
    const event = decodeEvent(canonical);
    return event.type === 'dispatch.start' ? encodeEvent({ ...event, time: event.time + 1n }) : canonical;
  });
  const root = rootOf(events.map((canonical) => leafHash(canonical)));
  const signer = fileSigner(join(house.dataDir, 'keys', 'seal.pem'));
  const checkpoint = await signCheckpoint({ origin, root, size: events.length }, signer);
  await writeFile(file, encodeRecord({ events, checkpoint }));
  // Its receipt would give it away as well, were it there.
  await rm(await fileOf(runs[2]!, '.tlog-proof', dir));
  await rm(await fileOf(runs[2]!, '.leaves', dir));
  const checked = await check(dir);
  const [second] = checked.json<Said>().records.filter(({ run }) => run === runs[2]);
  expect([checked.code, second!.problem]).toEqual([
    1,
    'Its root is not the one that was entered into the ledger when the run was sealed.',
  ]);
});

test('entries cannot be taken out, changed or made up: the signed head is over all of them', async () => {
  const dir = await copied('entries');
  const at = join(dir, 'ledger', 'entries');
  const [name] = (await readdir(at)).toSorted();
  const lines = (await readFile(join(at, name!), 'utf8')).trimEnd().split('\n');
  const seal = lines.findIndex((line) => line.includes('run.sealed'));
  const write = (changed: readonly string[]) => writeFile(join(at, name!), `${changed.join('\n')}\n`);
  await write(lines.toSpliced(seal, 1));
  const less = await check(dir);
  expect([less.code, less.json<Said>()['withheld'], less.json<Said>()['unnamed']]).toEqual([
    1,
    1,
    [expect.any(String)],
  ]);
  await write(lines.with(seal, lines[seal]!.replace(/"entry":"..../, '"entry":"AAAA')));
  const wrong = await check(dir);
  expect([wrong.code, codeOf(wrong)]).toEqual([1, 'archive_entry_wrong']);
  // Another entry of the same ledger, where this one was.
  const [other] = /"entry":"[^"]*"/.exec(lines.find((line, n) => n !== seal && line.includes('run.sealed'))!)!;
  await write(lines.with(seal, lines[seal]!.replace(/"entry":"[^"]*"/, other)));
  expect(codeOf(await check(dir))).toBe('archive_entry_wrong');
  // One line twice makes up for none that is gone.
  await write(lines.toSpliced(seal, 1, lines[seal - 1]!));
  expect(codeOf(await check(dir))).toBe('archive_entry_wrong');
  await write(lines);
  expect((await check(dir)).code).toBe(3);
  await rename(join(at, name!), join(at, name!.replace('000000000000-', '000000000001-')));
  expect(codeOf(await check(dir))).toBe('archive_incomplete');
  await rm(at, { recursive: true });
  expect(codeOf(await check(dir))).toBe('archive_incomplete');
});

test('hashes that are not under the head are told, before anything is fetched and offline', async () => {
  const dir = await copied('hashes');
  const tiles = join(dir, 'ledger', 'tile', '0', '000.p');
  const [tile, ...others] = await readdir(tiles);
  expect(others).toEqual([]);
  const bytes = await readFile(join(tiles, tile!));
  bytes[40]! ^= 1;
  await writeFile(join(tiles, tile!), bytes);
  expect(codeOf(await check(dir))).toBe('archive_altered');
  expect(codeOf(await cli('archive', 'sync', dir, '--keys', keys))).toBe('archive_altered');
});

test('a ledger with another history gets nothing in, even if the same key signed it', async () => {
  const dir = await copied('other');
  const checkpoint = join(dir, 'ledger', 'checkpoint');
  const head = parseHead(parseNote(await readFile(checkpoint, 'utf8')).text);
  const tiles = join(dir, 'ledger', 'tile', '0', '000.p');
  const leaves = await readFile(join(tiles, String(head.size)));
  const signer = fileSigner(join(house.dataDir, 'keys', 'seal.pem'));
  /** As if this were what the folder was brought up to. */
  const followed = async (hashes: Buffer): Promise<Ran> => {
    const other = new Frontier();
    for (let at = 0; at < hashes.length; at += 32) other.append(hashes.subarray(at, at + 32));
    await writeFile(join(tiles, String(other.size)), hashes);
    await writeFile(checkpoint, await signHead({ ...head, size: other.size, root: other.root() }, signer));
    return cli('archive', 'sync', dir, '--keys', keys);
  };
  const longer = await followed(Buffer.concat([leaves, Buffer.alloc(32, 7)]));
  const changed = await followed(Buffer.concat([leaves.subarray(0, -32), Buffer.alloc(32, 7)]));
  for (const said of [longer, changed]) expect([said.code, codeOf(said)]).toEqual([1, 'runseal.head_contradicts_pin']);
  expect(longer.stderr).toContain(
    `it has ${head.size} entries, and the folder holds a signed head of ${head.size + 1}`,
  );
});

test('a sync that was cut off is made up for', async () => {
  const dir = await copied('cut');
  runs.push(await sealedRun());
  expect((await cli('archive', 'sync', dir, '--keys', keys)).code).toBe(3);
  // As if it had been killed after the entries, before the record and the head.
  await rm(await fileOf(runs[3]!, '.provetrail', dir));
  await cp(join(archive, 'ledger', 'checkpoint'), join(dir, 'ledger', 'checkpoint'));
  await cp(join(archive, 'ledger', 'tile'), join(dir, 'ledger', 'tile'), { recursive: true });
  await appendFile(`${await fileOf(runs[3]!, '.leaves', dir)}.part`, 'torn');
  expect((await cli('archive', 'sync', dir, '--keys', keys)).json<Said>().added).toHaveLength(1);
  expect((await check(dir)).json()).toMatchObject({ missing: [], withheld: 0 });
  expect((await sync()).code).toBe(3);
});

test('a key that is taken away in the midst ends the sync, and makes no record a missing one', async () => {
  const dir = join(folder, 'revoked');
  const { key } = await createKey(house.owner, 'Gone Tomorrow');
  let records = 0;
  // Before the second record is fetched.
  const between = await inBetween(async (path) => {
    if (!path.endsWith('/record') || ++records < 2) return;
    await house.owner`update runseal.api_key set revoked_at = now() where prefix = ${key.slice(0, 10)}`;
  });
  try {
    const args = ['archive', 'sync', dir, '--keys', keys, '--json'];
    const cut = await runseal(args, { RUNSEAL_URL: between.url, RUNSEAL_API_KEY: key });
    expect([records, cut.code, cut.stdout, codeOf(cut)]).toEqual([2, 4, '', 'key_invalid']);
    const then = await runseal(args, as(house.key));
    expect(then.json()).toMatchObject({ missing: [] });
    expect(then.json<Said>().added).toHaveLength(runs.length - 1);
  } finally {
    between.server.close();
  }
});

/** The API by way of somebody who hears of each request before it is passed on. */
async function inBetween(hears: (path: string) => Promise<void>): Promise<{ server: Server; url: string }> {
  const passOn = async ({ url, headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    await hears(url!);
    const answer = await fetch(new URL(url!, house.api.url), {
      headers: { authorization: headers.authorization!, accept: headers.accept ?? '*/*' },
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = createServer((request, response) => {
    passOn(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('contents that were erased go, a removed run stays with its reason, and what the server lost is missing', async () => {
  const [erased, pruned, , lost] = runs as [string, string, string, string];
  const names = async (run: string) => (await readFile(await fileOf(run, '.content.jsonl'), 'utf8')).trim() !== '';
  expect([await names(erased), await names(pruned)]).toEqual([true, true]);
  const ben = (await createKey(house.owner, 'Ben Officer')).key;
  expect((await cli('erase', erased, '--reason', 'asked for', '--basis', 'GDPR 17')).code).toBe(0);
  expect((await cli('prune', 'request', pruned, '--reason', 'too old', '--basis', 'GDPR 5')).code).toBe(0);
  expect((await runseal(['prune', 'confirm', pruned], as(ben))).code).toBe(0);
  for (;;) {
    const entries = (await cli('ledger', 'entries')).json<{ items: readonly { kind: string }[] }>();
    if (entries.items.some(({ kind }) => kind === 'run.pruned')) break;
    await pause(50);
  }
  expect((await sync()).json()).toMatchObject({ lessened: 2, missing: [] });
  expect(await names(erased)).toBe(false);
  const checked = await check();
  expect(checked.json()).toMatchObject({
    missing: [],
    pruned: [{ run: pruned, here: true, by: 'ben-officer', reason: expect.stringContaining('too old') as string }],
  });
  // Somebody with the database in hand removes a run that the ledger has.
  await rm(await fileOf(lost, '.provetrail'));
  await house.owner.begin(async (sql) => {
    await sql`alter table spine.head disable trigger user`;
    await sql`delete from spine.head where run = ${lost}`;
    await sql`alter table spine.head enable trigger user`;
  });
  const said = await sync();
  expect([said.code, said.json<Said>().missing]).toEqual([
    1,
    [{ run: lost, code: 'run_unknown', sentence: expect.any(String) as string }],
  ]);
});

test('a folder of something else, another view of the ledger and keys that were not named are refused', async () => {
  const foreign = await cli('archive', 'sync', folder, '--keys', keys);
  expect([foreign.code, codeOf(foreign)]).toEqual([2, 'archive_foreign']);
  const trustless = await cli('archive', 'sync', archive);
  expect([trustless.code, codeOf(trustless)]).toEqual([2, 'usage']);
  const narrow = (await createKey(house.owner, 'Cleo Tenant', ['tenant-a'])).key;
  const view = await runseal(['archive', 'sync', archive, '--keys', keys, '--json'], as(narrow));
  expect([view.code, codeOf(view)]).toEqual([2, 'archive_of_another']);
  const own = join(folder, 'tenant-a');
  const theirs = await runseal(['archive', 'sync', own, '--keys', keys, '--json'], as(narrow));
  expect([theirs.code, theirs.json<Said>().added]).toEqual([0, []]);
  const checked = await check(own);
  const { size } = theirs.json<{ size: number }>();
  // Everybody is given what is of no workspace: the key.
  expect([checked.code, checked.json()]).toMatchObject([
    3,
    { workspaces: ['tenant-a'], records: [], entries: 1, untold: size - 1, withheld: 0 },
  ]);
  const words = await runseal(['archive', 'check', own, '--keys', keys]);
  expect(words.stdout).toContain(`Of ${size - 1} entries only the hash is here.`);
  expect(words.stdout).not.toContain('No sealed run is missing.');
  expect(codeOf(await check(join(folder, 'nowhere')))).toBe('archive_missing');
});

test('a ledger of more than one tile is followed over its seam', async () => {
  const dir = join(folder, 'many');
  const follow = async (): Promise<Said> => (await cli('archive', 'sync', dir, '--keys', keys)).json();
  let size = (await follow())['size'] as number;
  const sql = connect(house.database.serviceUrl, { max: 2 });
  const signer = fileSigner(join(house.dataDir, 'keys', 'seal.pem'));
  const add = async (count: number): Promise<void> => {
    const store = openStore({ sql });
    for (let n = 0; n < count; n++) {
      const run = `many-${n}-${count}`;
      await store.openRun({ run, workspace: 'default' });
      await (await store.takeOver(run)).seal(signer);
    }
    size += 2 * count;
    for (;;) {
      const { head } = (await (await house.ask('/api/v1/ledger')).json()) as Wire<'LedgerView'>;
      if (head!.size >= size) return;
      await pause(50);
    }
  };
  await add(100);
  const within = await follow();
  await add(50);
  const beyond = await follow();
  await sql.end();
  // Nobody submitted them, so the server knows them by the ledger alone: what it cannot give is missing, at every sync.
  const many = ({ missing }: Said): number => missing.filter(({ run }) => run.startsWith('many-')).length;
  expect([many(within), many(beyond)]).toEqual([100, 150]);
  expect(beyond['size']).toBe(size);
  expect((await readdir(join(dir, 'ledger', 'tile', '0'))).toSorted()).toEqual(['000', '001.p']);
  const checked = await check(dir);
  expect(checked.json()).toMatchObject({ size, entries: size, withheld: 0 });
  expect([checked.code, many(checked.json())]).toEqual([1, 150]);
});
