/**
 * The model gateway: one loopback endpoint per episode between a CLI and its model provider. The provider's key stays
 * here; every call is on the record before it leaves; models other than the run's, and tokens beyond its limit, are refused.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { UsagePayload } from '@runseal/spine';
import { HarnessError, isKey } from '@runseal/harness';
import { Room } from '../bridge/room.ts';
import { redactor } from '../redact.ts';
import { TokenBudget } from './budget.ts';
import { createDesk } from './desk.ts';
import { listen, shut } from './listen.ts';
import type { GatewayAddress, GatewayOptions } from './options.ts';
import { MAX_REQUEST_BYTES } from './request-body.ts';
import { serveCall } from './serve.ts';

export interface Gateway {
  readonly address: GatewayAddress;
  readonly port: number;
  /** Takes a connection as if it had come by the port. */
  accept(connection: Duplex): void;
  /** The operator's key: it must not reach the child. */
  readonly providerKey: string;
  /** Calls so far, refused ones included. */
  readonly calls: number;
  /** Measured over all calls; null as soon as one was not counted by the provider, or when there was none. */
  readonly usage: UsagePayload | null;
  /** Names further values that must never be recorded; token and provider's key are from the start. */
  guard(secrets: readonly string[]): void;
  /** Takes no more calls, ends those under way, and resolves when their ends are on the record. */
  close(): Promise<void>;
}

/** Bodies of full length that may be here at once, on their way or with their call. */
const BODIES_AT_ONCE = 4;

/**
 * Throws HarnessError `bridge_unavailable` when no loopback port can be had, `harness_not_ready` for a key that could not be sent: no
 * call would leave with it.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  if (!isKey(options.provider.key))
    throw new HarnessError('harness_not_ready', "The provider's key must be of plain characters, without spaces.");
  const token = randomBytes(32).toString('base64url');
  const own = [token, options.provider.key];
  let secrets = redactor(own);
  const over = new AbortController();
  const agent = options.provider.baseUrl.startsWith('https:')
    ? new HttpsAgent({ keepAlive: true, ...(options.authorities === null ? {} : { ca: options.authorities }) })
    : new HttpAgent({ keepAlive: true });
  const desk = createDesk({
    ...options,
    budget: new TokenBudget(options.maxTokens),
    secrets: () => secrets,
    signal: over.signal,
    agent,
  });
  const gate = { port: 0, token };
  const underWay = new Set<Promise<void>>();
  const { protocols, maxRequestBytes = MAX_REQUEST_BYTES } = options;
  const room = new Room(maxRequestBytes * BODIES_AT_ONCE);
  const server = createServer((request, response) => {
    const served = serveCall({ request, response, gate, protocols, desk, maxRequestBytes, room, signal: over.signal });
    underWay.add(served);
    void served.finally(() => underWay.delete(served));
  });
  gate.port = await listen(server);
  return {
    address: { url: `http://127.0.0.1:${gate.port}`, token },
    port: gate.port,
    accept: (connection) => void server.emit('connection', connection),
    providerKey: options.provider.key,
    get calls() {
      return desk.calls;
    },
    get usage() {
      return desk.usage;
    },
    guard(more) {
      secrets = redactor([...own, ...more]);
    },
    async close() {
      over.abort();
      await shut(server);
      await Promise.all(underWay);
      agent.destroy();
    },
  };
}
