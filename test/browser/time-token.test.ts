import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { sealed, submit, until } from '../integration/api-house.ts';
import { openAuthority, openssl, revocationList, type Authority } from '../time/authority.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { verdictStates, verified } from './verdict-states.ts';

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

let dashboard: Dashboard;
let authority: Authority;
let stranger: Authority;
let keyId: string;
let record: Given;
let token: Given;
let page: Page;

beforeAll(async () => {
  [authority, stranger] = await Promise.all([openAuthority(), openAuthority()]);
  dashboard = await openDashboard({ env: { RUNSEAL_TSA_URL: authority.url } });
  const run = await submit(dashboard.house, { objective: 'to be stamped' });
  keyId = (await until(dashboard.house, run, sealed)).seal!.keyId;
  record = given('run.provetrail', await bytesOf(`/api/v1/runs/${run}/record`));
  token = given('run.tst', await bytesOf(`/api/v1/runs/${run}/time-token`));
});
afterAll(async () => {
  await dashboard.close();
  await Promise.all([authority.close(), stranger.close()]);
});
beforeEach(async () => {
  page = await dashboard.visit('/verify');
  await page.getByLabel('Add a key you got another way').fill(keyId);
  await page.getByRole('button', { name: 'Trust it' }).click();
  await page.getByText('brought by you').waitFor();
  await page.getByText('The verifier is here').waitFor();
  await page.context().setOffline(true);
});
afterEach(() => page.context().close());

const given = (name: string, buffer: Buffer): Given => ({ name, mimeType: 'application/octet-stream', buffer });
const certificate = (pem: string): Given => given('authority.pem', Buffer.from(pem));
const independence = () => page.locator('[data-verdict="independence"]');
const drop = (...files: readonly Given[]) =>
  page.getByLabel('Record and what lies beside it').setInputFiles([...files]);

/** What the server gives, once it is there: stamping comes after the seal. */
async function bytesOf(path: string): Promise<Buffer> {
  for (;;) {
    const answer = await dashboard.house.ask(path);
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    await pause(50);
  }
}

test('with the network off, a dropped time token counts once its authority’s certificate is dropped', async () => {
  await drop(record, token);
  await independence().getByText('counts for nothing: you named no time authority you trust').waitFor();
  await page.getByText('run.tst').waitFor();
  await drop(certificate(authority.root));
  await independence().getByText('The time authority Test Authority, which you trust').waitFor();
  await page.getByText('authority.pem').waitFor();
  // It says when the seal existed, and makes nothing greener.
  expect((await verdictStates(page)).slice(0, 3)).toEqual(['pass', 'pass', 'absent']);
  expect(dashboard.complaints).toEqual([]);
});

test('a certificate of somebody else vouches for nothing, and one that is none is named', async () => {
  await drop(record, token, certificate(stranger.root));
  await independence().getByText('none of the authorities you named vouches for it').waitFor();
  await drop(certificate('not a certificate'));
  await page.getByText('There is no certificate in PEM form here').waitFor();
  expect(dashboard.complaints).toEqual([]);
});

test('a list of revoked certificates in the same file is looked up, offline', async () => {
  await drop(record, token, certificate(authority.root + (await revocationList(authority))));
  await independence().getByText('it was not revoked by 20').waitFor();
  await drop(certificate(authority.root + (await revocationList(authority, 'keyCompromise'))));
  await independence().getByText('counts for nothing: its certificate was revoked on 20').waitFor();
});

test('a token that was changed, or is of another seal, fails independence', async () => {
  const changed = Buffer.from(token.buffer);
  changed[changed.length - 10] = changed[changed.length - 10]! ^ 1;
  await drop(record, given('run.tst', changed), certificate(authority.root));
  await verified(page);
  await independence().getByText('runseal.time_signature_invalid').waitFor();
  expect(await independence().getAttribute('data-state')).toBe('fail');
  await drop(given('run.tst', await tokenOver('another seal')));
  await independence().getByText('runseal.time_mismatch').waitFor();
  expect((await verdictStates(page)).slice(0, 2)).toEqual(['pass', 'pass']);
});

async function tokenOver(text: string): Promise<Buffer> {
  await writeFile(join(authority.folder, 'other'), text);
  await openssl(authority.folder, 'ts', '-query', '-data', 'other', '-sha256', '-cert', '-out', 'other.tsq');
  const answer = [
    '-queryfile',
    'other.tsq',
    '-token_out',
    '-out',
    'other.tst',
    '-config',
    'tsa.cnf',
    '-section',
    'good',
  ];
  await openssl(authority.folder, 'ts', '-reply', ...answer);
  return readFile(join(authority.folder, 'other.tst'));
}
