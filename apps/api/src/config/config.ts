import { serverAddress } from '@runseal/spine/postgres';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { harnessesOf, type GivenHarness } from './given-harness.ts';
import { operatorAddress } from './operator-address.ts';

export { ConfigError };

const PostgresUrl = z
  .string()
  .refine(
    (text) => serverAddress(text) !== null,
    'must read postgres://user:password@host:port/database; what is no letter or digit in the user or the password is percent-encoded (%23 for #, %40 for @, %2F for /)',
  );
const Milliseconds = (usual: number) => z.coerce.number().int().min(50).max(600_000).default(usual);

/** Everything that is configured, by environment variable. */
const Environment = z.object({
  DATABASE_URL: PostgresUrl.describe('Owner of the schema: migrates, and serves unless a service URL is set.'),
  RUNSEAL_SERVICE_DATABASE_URL: PostgresUrl.optional().describe('Role without rights on history; serves when set.'),
  RUNSEAL_HOST: z.string().min(1).default('127.0.0.1'),
  RUNSEAL_PORT: z.coerce.number().int().min(0).max(65_535).default(4400).describe('0 picks a free one.'),
  RUNSEAL_DATA_DIR: z.string().min(1).default('.runseal').describe('Signing key, workspaces of runs.'),
  RUNSEAL_SIGNER_SOCKET: z.string().min(1).optional().describe('Signing process (runseal signer); else a key file.'),
  RUNSEAL_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  RUNSEAL_WORKER_RUNS: z.coerce.number().int().min(1).max(256).default(4).describe('Runs one worker drives at once.'),
  RUNSEAL_LEASE_MS: Milliseconds(15_000).describe('A worker silent for this long loses its runs.'),
  RUNSEAL_STORE_PATIENCE_MS: Milliseconds(10_000).describe('A run waits this long for a database that went away.'),
  RUNSEAL_STANDSTILL_MS: Milliseconds(30_000).describe('A transaction that stands still this long loses its locks.'),
  RUNSEAL_LEDGER_EVERY_MS: Milliseconds(200).describe('How often a worker writes what waits into the ledger.'),
  RUNSEAL_WITNESS_POLICY: z.string().min(1).optional().describe('Policy file: witnesses to ask, how many must sign.'),
  RUNSEAL_CHAT_MODEL: z.string().min(1).max(128).optional().describe('Model of sessions that name none.'),
  RUNSEAL_HARNESSES: z.string().default('').describe('Remote harnesses, NAME=ADDRESS with commas; needs a model.'),
  RUNSEAL_TOOL_EXECUTORS: z.string().min(1).optional().describe('Unix socket of host tools; needs a remote harness.'),
  RUNSEAL_OPERATOR_ADDR: z.string().min(1).optional().describe('Literal loopback HOST:PORT of the operator listener.'),
  RUNSEAL_TSA_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Time authority (RFC 3161) that is asked to stamp each seal; without it none is.'),
  RUNSEAL_TSA_CA: z.string().min(1).optional().describe('Certificates (PEM) that its tokens must lead to.'),
  RUNSEAL_TSA_TIMEOUT_MS: Milliseconds(10_000).describe('How long one answer of the time authority may take.'),
  RUNSEAL_METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token of GET /metrics; without it there is none.'),
  RUNSEAL_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(0)
    .describe('How long the API serves on, not ready, after it was asked to stop.'),
  RUNSEAL_HEARTBEAT_MS: Milliseconds(10_000).describe('Comment line on idle event streams.'),
  RUNSEAL_STREAM_RECHECK_MS: Milliseconds(5_000).describe('How often an open event stream looks at its key again.'),
  RUNSEAL_MAX_STREAMS: z.coerce.number().int().min(1).max(100_000).default(256).describe('Event streams open at once.'),
  RUNSEAL_MAX_QUEUED: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(1000)
    .describe('Queued runs a workspace may have.'),
});

export interface Config {
  readonly databaseUrl: string;
  readonly serviceDatabaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Unix socket of the signing process; null: the key is in a file of the data directory. */
  readonly signerSocket: string | null;
  readonly logLevel: z.output<typeof Environment>['RUNSEAL_LOG_LEVEL'];
  readonly workerRuns: number;
  readonly leaseMs: number;
  readonly storePatienceMs: number;
  /** A transaction that stands still for this long is ended by the server; one that goes on may take ten times as long. */
  readonly standstillMs: number;
  readonly ledgerEveryMs: number;
  /** Path of the policy file; null without one. */
  readonly witnessPolicy: string | null;
  /** Of sessions that name no model; null without one. */
  readonly chatModel: string | null;
  /** Remote harnesses given at start-up. */
  readonly harnesses: readonly GivenHarness[];
  /** Unix socket of what carries out host tools for them, absolute; null: the workspace tools alone. */
  readonly toolExecutors: string | null;
  /** Where the operator's listener is; null without one. */
  readonly operator: { readonly host: string; readonly port: number } | null;
  /** Who stamps seals; null: nobody. `anchors` is the path of certificates. */
  readonly timeAuthority: { readonly url: string; readonly timeoutMs: number; readonly anchors: string | null } | null;
  /** What a scraper of metrics sends; null: there are none. */
  readonly metricsToken: string | null;
  /** How long the API serves on, not ready, after it was asked to stop. */
  readonly drainMs: number;
  readonly heartbeatMs: number;
  /** How often an open event stream looks at the rights of its reader again. */
  readonly streamRecheckMs: number;
  readonly maxStreams: number;
  readonly maxQueued: number;
  /** The operator's environment, for drivers: where keys and endpoints come from. Never recorded, never logged. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the configuration. Throws ConfigError; values are never echoed, they may hold passwords. */
export function configOf(env: Readonly<Record<string, string | undefined>>): Config {
  const read = Environment.safeParse(env);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  }
  const of = read.data;
  const harnesses = harnessesOf(of.RUNSEAL_HARNESSES, of.RUNSEAL_CHAT_MODEL, env);
  return {
    databaseUrl: of.DATABASE_URL,
    serviceDatabaseUrl: of.RUNSEAL_SERVICE_DATABASE_URL ?? null,
    host: of.RUNSEAL_HOST,
    port: of.RUNSEAL_PORT,
    dataDir: resolve(of.RUNSEAL_DATA_DIR),
    signerSocket: of.RUNSEAL_SIGNER_SOCKET ?? null,
    logLevel: of.RUNSEAL_LOG_LEVEL,
    workerRuns: of.RUNSEAL_WORKER_RUNS,
    leaseMs: of.RUNSEAL_LEASE_MS,
    storePatienceMs: of.RUNSEAL_STORE_PATIENCE_MS,
    standstillMs: of.RUNSEAL_STANDSTILL_MS,
    ledgerEveryMs: of.RUNSEAL_LEDGER_EVERY_MS,
    witnessPolicy: of.RUNSEAL_WITNESS_POLICY ?? null,
    chatModel: of.RUNSEAL_CHAT_MODEL ?? null,
    harnesses,
    toolExecutors: toolExecutorsOf(of.RUNSEAL_TOOL_EXECUTORS, harnesses),
    operator: of.RUNSEAL_OPERATOR_ADDR === undefined ? null : operatorAddress(of.RUNSEAL_OPERATOR_ADDR),
    timeAuthority:
      of.RUNSEAL_TSA_URL === undefined
        ? null
        : { url: of.RUNSEAL_TSA_URL, timeoutMs: of.RUNSEAL_TSA_TIMEOUT_MS, anchors: of.RUNSEAL_TSA_CA ?? null },
    metricsToken: of.RUNSEAL_METRICS_TOKEN ?? null,
    drainMs: of.RUNSEAL_DRAIN_MS,
    heartbeatMs: of.RUNSEAL_HEARTBEAT_MS,
    streamRecheckMs: of.RUNSEAL_STREAM_RECHECK_MS,
    maxStreams: of.RUNSEAL_MAX_STREAMS,
    maxQueued: of.RUNSEAL_MAX_QUEUED,
    env: withoutOurs(env),
  };
}

/** Throws ConfigError where there is nobody to carry anything out for: what was asked for would silently not be there. */
function toolExecutorsOf(path: string | undefined, harnesses: Config['harnesses']): string | null {
  if (path === undefined) return null;
  if (harnesses.length === 0)
    throw new ConfigError(
      '--tool-executors (RUNSEAL_TOOL_EXECUTORS) is for harnesses given with --harness, and there is none.',
    );
  return resolve(path);
}

const OURS = new Set([
  'DATABASE_URL',
  'RUNSEAL_SERVICE_DATABASE_URL',
  'RUNSEAL_METRICS_TOKEN',
  'PGPASSWORD',
  'PGPASSFILE',
]);

/** Drivers look for keys of model providers; the way to the record, and who may watch us, is none of their business. */
function withoutOurs(env: Readonly<Record<string, string | undefined>>): Config['env'] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OURS.has(name)));
}
