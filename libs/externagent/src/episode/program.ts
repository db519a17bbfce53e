/** From an adapter's invocation to a program for the sandbox: minimal environment, no secret in argv, no way to the workspace. */
import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import type { Duplex } from 'node:stream';
import type { EgressLease, Limits, ProgramSpec, Reach } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';
import type { ContainmentLevel } from '@runseal/spine';
import type { Episode, Invocation } from '../adapter.ts';

/** Where a server of ours is reached, and how it takes a connection that need not be dialled. */
export interface Door {
  readonly port: number;
  readonly accept: (connection: Duplex) => void;
}

export interface ProgramOptions {
  readonly invocation: Invocation;
  readonly episode: Pick<Episode, 'home' | 'workspace' | 'bridge'>;
  readonly bridgeDoor: Door;
  /** Set when the model's calls pass our gateway: its port, and the operator's key, which the child must not get. */
  readonly gateway: (Door & { readonly providerKey: string }) | null;
  /** The way out to listed hosts; null: there is none. */
  readonly egress: EgressLease | null;
  readonly floor: ContainmentLevel;
  readonly signal: AbortSignal;
}

/** Far above what a CLI needs, far below what hurts its host. Memory is what it writes to; threads count as processes. */
export const EPISODE_LIMITS: Limits = {
  memoryBytes: 8 * 1024 ** 3,
  processes: 512,
  fileBytes: 1024 ** 3,
  openFiles: 4096,
  temporaryBytes: 512 * 1024 ** 2,
};

/** Throws HarnessError `spawn_failed` for an invocation that would leak a secret or open the workspace. */
export function programOf({
  invocation,
  episode,
  bridgeDoor,
  gateway,
  egress,
  floor,
  signal,
}: ProgramOptions): ProgramSpec {
  refuseSecretsInArgv(invocation, episode.bridge.token);
  refuseWritableWorkspace(invocation, episode.workspace);
  if (gateway !== null) refuseWayRoundGateway(invocation, gateway.providerKey);
  const { home, bridge } = episode;
  return {
    path: invocation.path,
    args: invocation.args,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: `${home}/tmp`,
      LANG: 'C.UTF-8',
      ...invocation.env,
      ...(egress === null ? {} : wayOut(egress, invocation)),
      [bridge.tokenEnv]: bridge.token,
    },
    cwd: home,
    mounts: [{ kind: 'rw', host: home, child: home }, ...invocation.mounts],
    reach: [
      through(bridgeDoor),
      ...(gateway === null ? [] : [through(gateway)]),
      ...invocation.reach,
      ...(egress === null ? [] : [egress.reach]),
    ],
    limits: EPISODE_LIMITS,
    floor,
    signal,
  };
}

const through = ({ port, accept }: Door): Reach => ({ port, target: { host: '127.0.0.1', port }, accept });

/** What is lent by itself is not asked for through the proxy: bridge and gateway, and the provider by its own name. */
function wayOut({ env }: EgressLease, { reach }: Invocation): Readonly<Record<string, string>> {
  const direct = ['127.0.0.1', 'localhost', ...reach.map(({ target }) => target.host)];
  const past = [...new Set(direct)].join(',');
  return { ...env, NO_PROXY: past, no_proxy: past };
}

/** SHA-256 of the NUL-joined argv, the program first. 32 bytes. */
export function argvDigest(invocation: Pick<Invocation, 'path' | 'args'>): Uint8Array {
  return new Uint8Array(
    createHash('sha256')
      .update([invocation.path, ...invocation.args].join('\0'), 'utf8')
      .digest(),
  );
}

/** Every process of the machine can read argv. */
function refuseSecretsInArgv(invocation: Invocation, token: string): void {
  const secrets = [token, ...invocation.secrets].filter((secret) => secret !== '');
  const leaks = [invocation.path, ...invocation.args].some((arg) => secrets.some((secret) => arg.includes(secret)));
  if (leaks) throw new HarnessError('spawn_failed', 'The adapter put a secret into argv: pass it in the environment.');
}

/** With the gateway on the record, nothing may go round it. */
function refuseWayRoundGateway({ reach, args, env }: Invocation, providerKey: string): void {
  const holdsKey = [...args, ...Object.values(env)].some((text) => text.includes(providerKey));
  if (reach.length > 0 || holdsKey)
    throw new HarnessError(
      'spawn_failed',
      "The adapter goes round the model gateway: it opened another way out or passed on the provider's key.",
    );
}

function refuseWritableWorkspace(invocation: Invocation, workspace: string): void {
  const opens = invocation.mounts.some((mount) => mount.kind === 'rw' && overlaps(mount.host, workspace));
  if (opens)
    throw new HarnessError(
      'spawn_failed',
      'The adapter opened the workspace for writing: changes go through the bridge.',
    );
}

function overlaps(a: string, b: string): boolean {
  return a === b || a.startsWith(b.endsWith(sep) ? b : b + sep) || b.startsWith(a.endsWith(sep) ? a : a + sep);
}
