import { get } from 'node:http';
import { startWebServer, type WebServer } from './web-server.ts';

/** Bytes of script that a page may send before it works, compressed as it is served. */
const MOST_SCRIPT = 200_000;
const PAGES = [
  '/login',
  '/overview',
  '/runs',
  '/runs/01a22b32-d8e8-717c-847b-5d748d8a40f6',
  '/approvals',
  '/goals/new',
  '/compare',
  '/verify',
  '/ledger',
  '/harnesses',
  '/admin',
  '/glossary',
  '/nowhere',
];

let web: WebServer;
const weights = new Map<string, number>();
beforeAll(async () => {
  // No page needs the API to be sent.
  web = await startWebServer('http://127.0.0.1:9');
});
afterAll(() => web.stop());

test.each(PAGES)('%s sends less than 200 KB of script', async (path) => {
  const html = await text(path);
  const sources = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/\snomodule/i.test(tag))
    .map(([, source]) => source!);
  const sent = await Promise.all([...new Set(sources)].map(weightOf));
  const whole = sent.reduce((sum, bytes) => sum + bytes, 0);
  // The framework alone is more than this: less would mean that scripts were overlooked.
  expect(whole).toBeGreaterThan(100_000);
  expect(whole).toBeLessThan(MOST_SCRIPT);
});

test.each(PAGES)('%s runs nothing without the nonce of its view, and asks nobody else', async (path) => {
  const [first, second] = [await answer(path), await answer(path)];
  const policy = String(first.headers['content-security-policy']);
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(nonce).toHaveLength(24);
  expect(policy.replace(nonce, 'NONCE').split('; ')).toEqual([
    `default-src 'self'`,
    `script-src 'self' 'nonce-NONCE' 'strict-dynamic'`,
    `worker-src 'self' blob:`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ]);
  expect(second.headers['content-security-policy']).not.toBe(policy);
  const html = first.body.toString();
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
  expect(html).not.toMatch(/<style|\sstyle="|\son\w+="/);
});

interface Answer {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** An answer as it is on the wire. */
function answer(path: string, encoding = 'identity'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(`${web.url}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}

const text = async (path: string): Promise<string> => (await answer(path)).body.toString();

async function weightOf(source: string): Promise<number> {
  const known = weights.get(source);
  if (known !== undefined) return known;
  const { headers, body } = await answer(source, 'gzip');
  // What fits into one packet is not worth compressing.
  expect(headers['content-encoding']).toBe(body.length < 1_100 ? headers['content-encoding'] : 'gzip');
  weights.set(source, body.length);
  return body.length;
}
