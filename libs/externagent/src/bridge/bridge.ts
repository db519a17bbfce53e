/**
 * The bridge: one MCP streamable-HTTP server per episode on loopback. It offers a CLI the run's tools and nothing else;
 * every call goes to the waist. Who can reach it is judged in gate.ts, what a call may do in desk.ts.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { toolInputSchema, type Waist } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { BridgeAddress } from '../adapter.ts';
import { redactor } from '../redact.ts';
import type { BridgeCall } from './account.ts';
import { MAX_BODY_BYTES } from './body.ts';
import { CONFORMANCE_OFFER, createConformanceProbe, type ConformanceProbe } from './conformance.ts';
import { createDesk } from './desk.ts';
import { BRIDGE_PATH } from './gate.ts';
import { Room } from './room.ts';
import { serve } from './serve.ts';
import { Sessions } from './sessions.ts';
import { TurnedAway } from './turned-away.ts';

export interface BridgeOptions {
  readonly waist: Waist;
  /** Nothing is done before this holds, beside the conformance probe. Default: it does. */
  readonly confirmed?: (cancelled: AbortSignal) => Promise<boolean>;
  /** Called when the record cannot be written any more. */
  readonly onFatal: (error: unknown) => void;
  readonly maxBodyBytes?: number;
  /** Milliseconds between progress notices for a long call. Default `PROGRESS_MS`. */
  readonly progressMs?: number;
  /** Default `LIMITS`. */
  readonly limits?: typeof LIMITS;
}

/** Clients commonly allow a call 60 seconds from the last they heard of it. */
export const PROGRESS_MS = 10_000;

/**
 * Of the HTTP server, in milliseconds. Slow headers and slow bodies are cut off, looked for at that interval; answers are
 * not: a tool may take as long as its own limit says.
 */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 30_000,
};

export interface Bridge {
  readonly address: BridgeAddress;
  readonly port: number;
  /** Takes a connection as if it had come by the port. */
  accept(connection: Duplex): void;
  readonly probe: ConformanceProbe;
  /** Every call the waist has answered, in that order. */
  readonly account: readonly BridgeCall[];
  /** Calls, and requests that nobody could read, that were refused before they came as far as the account. */
  readonly turnedAway: number;
  /** Open sessions. */
  readonly sessions: number;
  /** Names further values that must never be recorded; the token is one from the start. */
  guard(secrets: readonly string[]): void;
  /** Tells every call in flight that it is cancelled. */
  cancelCalls(): void;
  /** Takes no more requests, lets calls in flight finish (or cancels them), and is gone when this resolves. */
  close(options: { inFlight: 'finish' | 'cancel' }): Promise<void>;
}

/** Bodies of full length that may be on their way at once. */
const BODIES_AT_ONCE = 8;

/** Throws HarnessError `bridge_unavailable` when no loopback port can be had. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  const token = randomBytes(32).toString('base64url');
  const probe = createConformanceProbe();
  let secrets = redactor([token]);
  const { waist, onFatal, confirmed = () => Promise.resolve(true) } = options;
  const closing = new AbortController();
  const desk = createDesk({ waist, probe, confirmed, closing: closing.signal, redactor: () => secrets, onFatal });
  const sessions = new Sessions({ desk, tools: offers(options.waist), progressMs: options.progressMs ?? PROGRESS_MS });
  const gate = { port: 0, token, closing: false };
  const answering = new Set<Promise<boolean>>();
  const { maxBodyBytes = MAX_BODY_BYTES } = options;
  const room = new Room(maxBodyBytes * BODIES_AT_ONCE);
  const turnedAway = new TurnedAway();
  const server = createServer({ ...(options.limits ?? LIMITS), keepAliveTimeout: 120_000 }, (request, response) => {
    void serve({ request, response, gate, sessions, answering, maxBodyBytes, room, turnedAway });
  });
  gate.port = await listen(server);

  return {
    address: {
      name: 'runseal',
      url: `http://127.0.0.1:${gate.port}${BRIDGE_PATH}`,
      token,
      tokenEnv: 'RUNSEAL_BRIDGE_TOKEN',
      tools: [CONFORMANCE_OFFER.name, ...options.waist.offered.map((tool) => tool.name)],
    },
    port: gate.port,
    accept: (connection) => void server.emit('connection', connection),
    probe,
    account: desk.account,
    get turnedAway() {
      return turnedAway.count;
    },
    get sessions() {
      return sessions.size;
    },
    guard(more) {
      secrets = redactor([token, ...more]);
    },
    cancelCalls() {
      sessions.cancelAll();
    },
    async close({ inFlight }) {
      gate.closing = true;
      closing.abort();
      if (inFlight === 'cancel') sessions.cancelAll();
      await desk.settled();
      await within(ANSWER_MS, Promise.all(answering));
      await sessions.closeAll();
      // A request that was taken just before may have become a call since.
      await desk.settled();
      await shut(server);
    },
  };
}

function offers(waist: Waist): ConstructorParameters<typeof Sessions>[0]['tools'] {
  const tools = waist.offered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    // Arguments of a tool are an object by contract; MCP wants the schema to say so at its top.
    inputSchema: { ...toolInputSchema(tool), type: 'object' as const },
    annotations: { readOnlyHint: tool.readOnly },
  }));
  return [CONFORMANCE_OFFER, ...tools];
}

function listen(server: Server): Promise<number> {
  server.timeout = 0;
  server.maxConnections = 128;
  return new Promise((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new HarnessError('bridge_unavailable', `No loopback port can be had for the bridge: ${cause.message}`, {
          cause,
        }),
      ),
    );
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function shut(server: Server): Promise<unknown> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  return closed;
}

/** Milliseconds an answer gets to leave once its call is settled; a client that does not read is not waited for. */
const ANSWER_MS = 500;

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
