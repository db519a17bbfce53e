import { createKey } from '@runseal/api';
import { fromHex, rootOf, toHex, verifyConsistency, verifyInclusion, verifySignature } from '@runseal/spine';
import {
  decodeLedgerEntry,
  fromBase64,
  ledgerLeaf,
  openHead,
  parseReceipt,
  parseVkey,
  type NoteKey,
} from '@runseal/spine/ledger';
import type { Wire } from '@runseal/api/client';
import { setTimeout as pause } from 'node:timers/promises';
import { openHouse, sealed, submit, until, type House } from './api-house.ts';
import { post } from './sessions-house.ts';

let house: House;
let run: string;
let key: NoteKey;
const get = async <T>(path: string): Promise<T> => (await (await house.ask(path)).json()) as T;
const ledger = () => get<Wire<'LedgerView'>>('/api/v1/ledger');

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  run = await submit(house, { objective: 'for the ledger' });
  await until(house, run, sealed);
  await written();
  key = parseVkey((await ledger()).vkey);
});
afterAll(() => house.close());

/** Waits until nothing waits for the log. */
async function written(): Promise<void> {
  while ((await ledger()).lag.pending > 0) await pause(20);
}

test('the key list names the key of the log, and the checkpoint is signed by it, readable without a key', async () => {
  const keys = await get<Wire<'KeyList'>>('/api/v1/keys');
  expect(keys.items.map(({ vkey }) => vkey)).toContain((await ledger()).vkey);
  const response = await fetch(`${house.api.url}/api/v1/ledger/checkpoint`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const { head } = await openHead(await response.text(), [key], verifySignature);
  expect(head).toMatchObject({ origin: key.name, size: (await ledger()).head!.size });
});

test('a receipt proves the seal that the run shows', async () => {
  const text = await (await house.ask(`/api/v1/runs/${run}/receipt`)).text();
  const receipt = parseReceipt(text);
  const { head } = await openHead(receipt.head, [key], verifySignature);
  const { index, inclusion } = receipt;
  const leaf = ledgerLeaf(receipt.extra!);
  expect(() => verifyInclusion({ leaf, index, size: head.size, proof: inclusion, root: head.root })).not.toThrow();
  const seal = (await get<Wire<'RunDetail'>>(`/api/v1/runs/${run}`)).seal!;
  const entry = decodeLedgerEntry(receipt.extra!);
  expect([entry['run'], Number(entry['size']), toHex(entry['root'] as Uint8Array)]).toEqual([
    run,
    seal.size,
    seal.root,
  ]);
});

test('entries, tiles and the head are one log', async () => {
  const page = await get<Wire<'LedgerPage'>>('/api/v1/ledger/entries?limit=1000');
  expect(page.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['run.opened', 'run.sealed']));
  const leaves = page.items.map(({ entry }) => ledgerLeaf(fromBase64(entry, 'entry')));
  const head = (await ledger()).head!;
  expect(toHex(rootOf(leaves))).toBe(head.root);
  const tile = await fetch(`${house.api.url}/api/v1/ledger/tile/0/000.p/${page.items.length}`);
  expect(tile.headers.get('cache-control')).toContain('immutable');
  expect(toHex(new Uint8Array(await tile.arrayBuffer()))).toBe(leaves.map(toHex).join(''));
  const bundle = await house.ask(`/api/v1/ledger/tile/entries/000.p/${page.items.length}`);
  expect((await bundle.arrayBuffer()).byteLength).toBe(
    page.items.reduce((bytes, { entry }) => bytes + 2 + fromBase64(entry, 'entry').length, 0),
  );
});

test('two heads are shown to be of one log', async () => {
  const before = (await ledger()).head!;
  await until(house, await submit(house, { objective: 'another' }), sealed);
  await written();
  const after = (await ledger()).head!;
  const { proof } = await get<Wire<'ConsistencyView'>>(
    `/api/v1/ledger/consistency?from=${before.size}&to=${after.size}`,
  );
  const hashes = proof.map((hash) => fromBase64(hash, 'proof'));
  const asHead = ({ size, root }: { size: number; root: string }) => ({ size, root: fromHex(root) });
  expect(() => verifyConsistency({ before: asHead(before), after: asHead(after), proof: hashes })).not.toThrow();
  const beyond = await house.ask(`/api/v1/ledger/consistency?from=1&to=${after.size + 1}`);
  expect([beyond.status, ((await beyond.json()) as { code: string }).code]).toEqual([404, 'ledger_size_unknown']);
});

test('a run that disappears from the database is named by the ledger', async () => {
  const lost = await submit(house, { objective: 'to be lost' });
  await until(house, lost, sealed);
  await written();
  await house.owner.begin(async (tx) => {
    await tx`alter table spine.head disable trigger refuse_delete`;
    await tx`delete from spine.head where run = ${lost}`;
    await tx`alter table spine.head enable always trigger refuse_delete`;
  });
  const { items } = await get<Wire<'UnsealedPage'>>('/api/v1/ledger/unsealed');
  expect(items).toContainEqual(expect.objectContaining({ run: lost, state: 'missing', going: false }));
});

test('of runs without a seal the ledger says which go on', async () => {
  const [status, { session }] = await post<Wire<'SessionCreated'>>(house, '/api/v1/sessions', {
    harness: 'echo',
    containmentFloor: 'process',
  });
  expect(status).toBe(201);
  await written();
  const listed = async () =>
    (await get<Wire<'UnsealedPage'>>('/api/v1/ledger/unsealed')).items.find(({ run: id }) => id === session.session);
  expect(await listed()).toMatchObject({ state: 'open', going: true });
  await house.owner`update runseal.goal set state = 'failed', ended_at = now() where run = ${session.session}`;
  expect(await listed()).toMatchObject({ state: 'open', going: false });
});

test('somebody of another workspace sees no entries of this one but those about keys, and no bundles', async () => {
  const { key: other } = await createKey(house.owner, 'Other Tenant');
  await house.owner`update runseal.principal set workspaces = '{elsewhere}' where name = 'Other Tenant'`;
  const ask = (path: string) => fetch(`${house.api.url}${path}`, { headers: { authorization: `Bearer ${other}` } });
  const { items } = (await (await ask('/api/v1/ledger/entries')).json()) as Wire<'LedgerPage'>;
  expect(items.map(({ kind }) => kind)).toEqual(['key.added']);
  expect((await ask('/api/v1/ledger/tile/entries/000.p/1')).status).toBe(403);
  expect((await ask(`/api/v1/runs/${run}/receipt`)).status).toBe(404);
});

test.each([
  'tile/0/001',
  'tile/0/0',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/64/000',
  'tile/-1/000',
  'tile/0/..%2f..',
])('%s is no tile', async (path) => {
  const response = await fetch(`${house.api.url}/api/v1/ledger/${path}`);
  expect(response.status).toBe(404);
});
