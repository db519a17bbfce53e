import { spawn, type ChildProcess } from 'node:child_process';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const SERVER = path.join(import.meta.dirname, '../../apps/web/.next/standalone/apps/web/server.js');
const READY_WITHIN_MS = 20_000;

export interface WebServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the built dashboard, as it is shipped, on a free port in front of an API. */
export async function startWebServer(apiUrl: string): Promise<WebServer> {
  await access(SERVER).catch(() => {
    throw new Error('The dashboard is not built. Run: node apps/web/build.mjs');
  });
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      RUNSEAL_API_URL: apiUrl,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const url = `http://127.0.0.1:${String(port)}`;
  await ready(url, child, () => said);
  return { url, stop: () => stopped(child) };
}

async function ready(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The dashboard ended while starting: ${said()}`);
    const answer = await fetch(`${url}/login`).catch(() => null);
    if (answer?.ok === true) return;
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The dashboard did not answer within ${String(READY_WITHIN_MS)} ms: ${said()}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  if (address === null || typeof address === 'string') throw new Error('No free port was given.');
  return address.port;
}
