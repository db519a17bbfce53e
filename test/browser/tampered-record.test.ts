import { formatVkey, NOTE_COSIGNATURE, noteKey, parseHead, parseNote, parseReceipt } from '@runseal/spine/ledger';
import type { Page } from 'playwright-core';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, eventsOf, sealed, submit, until } from '../integration/api-house.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { verdictStates, verified } from './verdict-states.ts';

/** The key of a witness that never signed. */
const WITNESS = new Uint8Array(32).fill(7);

let dashboard: Dashboard;
let record: Buffer;
let leaves: Buffer;
let run: string;
/** Canonical bytes of the dispatch.start of workspace_write. */
let canonical: Buffer;
let badSeq: number;
let keyId: string;

beforeAll(async () => {
  dashboard = await openDashboard();
  const { house } = dashboard;
  run = await submit(house, { objective: calls(['workspace_write', { path: 'hello.txt', content: 'hi' }]) });
  keyId = (await until(house, run, sealed)).seal!.keyId;
  record = await bytesOf(`/api/v1/runs/${run}/record`);
  leaves = await bytesOf(`/api/v1/runs/${run}/leaves`);
  const start = (await eventsOf(house, run)).find(({ type }) => type === 'dispatch.start')!;
  badSeq = start.seq;
  canonical = Buffer.from(start.canonical, 'base64');
});
afterAll(() => dashboard.close());

test('an untouched record passes without signing in, with the network off', async () => {
  const page = await openVerify();
  await page.getByText('The verifier is here').waitFor();
  await page.context().setOffline(true);
  await drop(page, record, null);
  await verified(page);
  expect((await verdictStates(page)).slice(0, 2)).toEqual(['pass', 'pass']);
});

test('one changed letter fails integrity, and with the leaf hashes the first bad event is named', async () => {
  const page = await openVerify();
  await drop(page, tampered(), leaves);
  await verified(page);
  const integrity = page.locator('[data-verdict="integrity"]');
  expect(await integrity.getAttribute('data-state')).toBe('fail');
  await integrity.getByText('record.root_mismatch').waitFor();
  await integrity.getByText(`First bad event: ${String(badSeq)}`).waitFor();
  expect((await verdictStates(page)).slice(1)).not.toContain('pass');
});

test('without leaf hashes the failure is found all the same, but blamed on no event', async () => {
  const page = await openVerify();
  await drop(page, tampered(), null);
  await verified(page);
  expect((await verdictStates(page))[0]).toBe('fail');
  expect(await page.getByText('First bad event').count()).toBe(0);
});

test('a file that is no record fails with its code instead of an error page', async () => {
  const page = await openVerify();
  await drop(page, Buffer.from('not a record'), null);
  await verified(page);
  expect((await verdictStates(page))[0]).toBe('fail');
  expect(dashboard.complaints).toEqual([]);
});

test('with the network off, the reader’s policy and pins count, and a head that contradicts a pin is told loudly', async () => {
  const receipt = await receiptOf();
  const slice = await bytesOf(`/api/v1/runs/${run}/slice?events=2-3`);
  const { origin, size } = parseHead(parseNote(parseReceipt(receipt.toString()).head).text);
  const pin = { size, root: '00'.repeat(32), note: 'another head', seenAt: '2026-11-01T00:00:00Z' };
  const page = await openVerify();
  await page.getByText('The verifier is here').waitFor();
  await page.context().setOffline(true);
  const files = page.getByLabel('Record and what lies beside it');
  const sealedRun = { name: 'run.provetrail', mimeType: 'application/cbor', buffer: record };
  const proof = { name: 'run.tlog-proof', mimeType: 'text/plain', buffer: receipt };
  await files.setInputFiles([sealedRun, proof]);
  await page.locator('[data-pin="first"]').waitFor();
  const policy = Buffer.from(`witness w1 ${formatVkey(noteKey('w1.example', NOTE_COSIGNATURE, WITNESS))}\nquorum w1\n`);
  await files.setInputFiles([{ name: 'ours.policy', mimeType: 'text/plain', buffer: policy }]);
  await page.locator('[data-verdict="independence"]').getByText('w1').waitFor();
  await page.locator('[data-pin="known"]').waitFor();
  const pins = Buffer.from(JSON.stringify({ [origin]: [pin] }));
  await files.setInputFiles([{ name: 'pins.json', mimeType: 'application/json', buffer: pins }]);
  await page.getByRole('alert').getByText('runseal.head_contradicts_pin').waitFor();
  await page.getByText('2 heads of 1 ledger').waitFor();
  await files.setInputFiles([{ name: 'run.2-3.slice', mimeType: 'application/cbor', buffer: slice }]);
  await page.getByText('run.2-3.slice').waitFor();
  await verified(page);
  expect((await verdictStates(page))[0]).not.toBe('fail');
  expect(dashboard.complaints).toEqual([]);
});

/** The verify page of somebody who is not signed in and brought the key along. */
async function openVerify(): Promise<Page> {
  const page = await dashboard.visit('/verify');
  await page.getByLabel('Add a key you got another way').fill(`the operator gave me ${keyId} on paper`);
  await page.getByRole('button', { name: 'Trust it' }).click();
  await page.getByText('brought by you').waitFor();
  return page;
}

async function drop(page: Page, file: Buffer, hints: Buffer | null): Promise<void> {
  await page
    .getByLabel('Record and what lies beside it')
    .setInputFiles([
      { name: 'run.provetrail', mimeType: 'application/cbor', buffer: file },
      ...(hints === null ? [] : [{ name: 'run.leaves', mimeType: 'text/plain', buffer: hints }]),
    ]);
}

/** The record with one letter of one event changed: still well-formed, no longer what was sealed. */
function tampered(): Buffer {
  const copy = Buffer.from(record);
  const at = copy.indexOf(canonical);
  expect(at).toBeGreaterThan(0);
  copy[at + canonical.indexOf('hello.txt')] = 'j'.charCodeAt(0);
  return copy;
}

async function bytesOf(path: string): Promise<Buffer> {
  return Buffer.from(await (await dashboard.house.ask(path)).arrayBuffer());
}

/** The receipt of the run, once the ledger has its seal. */
async function receiptOf(): Promise<Buffer> {
  for (;;) {
    const answer = await dashboard.house.ask(`/api/v1/runs/${run}/receipt`);
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    await pause(50);
  }
}
