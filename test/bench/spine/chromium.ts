/** Verifies a record in a worker of a real Chromium while the page counts how long it could not do anything else. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { TrustedKey } from '@runseal/spine';
import { launchChromium } from '../../browser/chromium.ts';

export interface Seen {
  /** Milliseconds from handing the bytes to the worker to its report. */
  readonly took: number;
  /** Longest time the page could not run a timer, ms: while verifying, and as long again without. */
  readonly longestPause: number;
  readonly longestPauseIdle: number;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Null, with the reason on stderr, where there is no Chromium. */
export async function verifyInChromium(record: Uint8Array, key: TrustedKey): Promise<Seen | null> {
  const server = serve(record);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      const seen = await page.evaluate(watch, { keyId: key.keyId, publicKey: [...key.publicKey] });
      if (seen.state !== 'pass') throw new Error(`the browser's verdict is ${seen.state}`);
      return seen;
    } finally {
      await browser.close();
    }
  } catch (cause) {
    process.stderr.write(`!! no row for the browser: ${String(cause)}\n`);
    return null;
  } finally {
    server.close();
  }
}

/** Runs in the page. */
async function watch(key: { keyId: string; publicKey: number[] }): Promise<Seen & { state: string }> {
  const bytes = await (await fetch('/record')).arrayBuffer();
  const worker = new Worker('/worker.js', { type: 'module' });
  const told = (): Promise<string> =>
    new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data as string)));
  await told();
  let longest = 0;
  let last = performance.now();
  setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 0);
  const pauseDuring = async (work: Promise<unknown>): Promise<number> => {
    last = performance.now();
    longest = 0;
    await work;
    return longest;
  };
  const from = performance.now();
  const answer = told();
  worker.postMessage({ bytes, key }, [bytes]);
  const longestPause = await pauseDuring(answer);
  const took = performance.now() - from;
  const longestPauseIdle = await pauseDuring(new Promise((resolve) => setTimeout(resolve, took)));
  return { took, longestPause, longestPauseIdle, state: await answer };
}

const WORKER = `
import { verifyRecord } from '/libs/spine/dist/index.js';
onmessage = async ({ data: { bytes, key } }) => {
  const keyring = [{ keyId: key.keyId, publicKey: Uint8Array.from(key.publicKey) }];
  const report = await verifyRecord(new Uint8Array(bytes), { keyring });
  postMessage(report.verdicts[0].state);
};
postMessage('ready');
`;

/** The library as it was built; names of packages become paths, for a worker knows no import map. */
function serve(record: Uint8Array): Server {
  return createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const send = (type: string, body: string | Uint8Array): void =>
      void response.writeHead(200, { 'content-type': type }).end(body);
    if (path === '/') send('text/html', '<!doctype html><title>bench</title>');
    else if (path === '/record') send('application/cbor', record);
    else if (path === '/worker.js') send('text/javascript', WORKER);
    else
      readFile(join(ROOT, path), 'utf8').then(
        (text) => send('text/javascript', text.replaceAll(/(from\s*['"])(@noble\/)/g, '$1/node_modules/$2')),
        () => response.writeHead(404).end(),
      );
  });
}
