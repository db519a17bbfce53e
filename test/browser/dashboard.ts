import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openHouse, type House } from '../integration/api-house.ts';
import { launchChromium } from './chromium.ts';
import { startWebServer, type WebServer } from './web-server.ts';

/** A whole installation with its dashboard and a browser in front of it. */
export interface Dashboard {
  readonly house: House;
  readonly web: WebServer;
  readonly browser: Browser;
  /** A page of a fresh visitor. What goes wrong in it is collected in `complaints`. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page of somebody signed in; null leaves it empty. */
  enter(path: string | null, options?: BrowserContextOptions): Promise<Page>;
  /** Page errors, refused scripts and requests to other origins, over all pages so far. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export interface DashboardOptions {
  /** Default: there is one. */
  readonly worker?: boolean;
  /** Adds to the configuration of the installation. */
  readonly env?: Record<string, string>;
}

/** Opens everything: Postgres, API and (unless told otherwise) a worker in this process, the built web server, Chromium. */
export async function openDashboard({ worker = true, env = {} }: DashboardOptions = {}): Promise<Dashboard> {
  const browser = await launchChromium();
  const house = await openHouse(env);
  if (worker) await house.worker();
  const web = await startWebServer(house.api.url);
  const complaints: string[] = [];

  async function visit(
    path: string | null,
    options: BrowserContextOptions = {},
    cookie: Cookie | null = null,
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    if (cookie !== null) await context.addCookies([{ ...cookie, url: web.url }]);
    const page = await context.newPage();
    page.setDefaultTimeout(25_000);
    page.on('pageerror', (error) => complaints.push(`error on ${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== web.url)
        complaints.push(`request to ${request.url()}`);
    });
    if (path !== null) await page.goto(web.url + path);
    return page;
  }

  return {
    house,
    web,
    browser,
    complaints,
    visit: (path, options) => visit(path, options),
    enter: async (path, options) => visit(path, options, await sessionCookie(web.url, house.key)),
    async close() {
      // A page that is asking something just now gets no answer any more, and nobody misses it.
      const pages = browser.contexts().flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await browser.close();
      await web.stop();
      await house.close();
    },
  };
}

interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** Signs in as the page does, through the dashboard. */
async function sessionCookie(url: string, key: string): Promise<Cookie> {
  const answer = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  const [name, value] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`Signing in answered ${String(answer.status)} without a cookie.`);
  return { name, value };
}
