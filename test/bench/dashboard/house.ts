/** Postgres, API and the built dashboard, with runs as long as one wants, and a signed-in page of a real browser. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configOf, createApi, createKey, API_MIGRATIONS, type Api } from '@runseal/api';
import { removeData, startPostgres } from '@runseal/infra/postgres';
import { generateSigner } from '@runseal/spine/node';
import { connect, migrate, openStore, SPINE_MIGRATIONS, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../browser/chromium.ts';
import { startWebServer } from '../../browser/web-server.ts';
import { fillRun } from './long-run.ts';

export interface BenchInstallation {
  readonly url: string;
  readonly key: string;
  /** A sealed run of this many events; answers its id. */
  longRun(events: number): Promise<string>;
  close(): Promise<void>;
}

export interface BenchHouse extends BenchInstallation {
  readonly page: Page;
}

export async function openBenchHouse(): Promise<BenchHouse> {
  const installation = await openBenchInstallation();
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await signIn(page, installation);
  return {
    ...installation,
    page,
    async close() {
      await browser.close();
      await installation.close();
    },
  };
}

export async function signIn(page: Page, { url, key }: BenchInstallation): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Access key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((now) => now.pathname !== '/login');
}

export async function openBenchInstallation(): Promise<BenchInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'runseal-bench-'));
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const owner = connect(server.ownerUrl, { max: 2 });
  await migrate(owner, [SPINE_MIGRATIONS, API_MIGRATIONS]);
  const service = connect(server.serviceUrl, { max: 4 });
  const store = openStore({ sql: service });
  const api = await createApi(
    configOf({
      DATABASE_URL: server.ownerUrl,
      RUNSEAL_SERVICE_DATABASE_URL: server.serviceUrl,
      RUNSEAL_DATA_DIR: dataDir,
      RUNSEAL_PORT: '0',
      RUNSEAL_LOG_LEVEL: 'fatal',
    }),
  );
  const { key } = await createKey(owner, 'Bench');
  const web = await startWebServer(api.url);
  return {
    url: web.url,
    key,
    longRun: (events) => longRun({ api, key, store, owner, events }),
    async close() {
      await web.stop();
      await api.close();
      await Promise.all([owner.end(), service.end()]);
      await server.stop();
      await removeData(dataDir);
    },
  };
}

async function longRun(of: { api: Api; key: string; store: SpineStore; owner: Sql; events: number }): Promise<string> {
  const answer = await fetch(`${of.api.url}/api/v1/goals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${of.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      harness: 'echo',
      objective: `Be ${String(of.events)} events long.`,
      containmentFloor: 'process',
    }),
  });
  const { run } = (await answer.json()) as { run: string };
  await fillRun({ ...of, signer: generateSigner() }, run, of.events);
  return run;
}
