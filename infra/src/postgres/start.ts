import { setTimeout as pause } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { newAccess, readAccess, urlOf, writeAccess, type Access } from './access.ts';
import { serverBinaries } from './binaries.ts';
import { clusterState, createCluster, type Durability } from './cluster.ts';
import { ServerError } from './errors.ts';
import { openLayout, placeCluster, type Layout } from './layout.ts';
import { choosePort } from './port.ts';
import { clearStalePidFile, livePostmaster, type Postmaster } from './postmaster.ts';
import { createRoles } from './roles.ts';
import { halt, launch, settle } from './server.ts';
import { claimServer, starterLives, whileLocked, whileLockedIfWritable } from './starter.ts';

const PORT_TRIES = 5;
const LEAVING_LIMIT_MS = 60_000;
const LOOK_AGAIN_MS = 50;

export interface PostgresOptions {
  /** Everything the server keeps lies here; created when missing. */
  readonly dataDir: string;
  /** Port on 127.0.0.1. Default: the one used last time, else a free one. */
  readonly port?: number;
  /** `none` skips fsync: for throw-away servers only. Default `full`. */
  readonly durability?: Durability;
}

export interface RunningPostgres {
  /** Migrates. */
  readonly ownerUrl: string;
  /** Reads, and appends through functions. */
  readonly serviceUrl: string;
  /** Superuser: backups, throw-away databases in tests. */
  readonly adminUrl: string;
  readonly port: number;
  readonly pid: number;
  /** `adopted`: it was already running; somebody else stops it, unless whoever started it is gone. */
  readonly origin: 'started' | 'adopted';
  /** Stops the server (fast shutdown) if it is ours to stop. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded Postgres of a data directory, creating it on first use, and waits until it takes connections on
 * 127.0.0.1. A server that already runs there is used as it is.
 *
 * @throws ServerError; each code says what to do.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const layout = await openLayout(options.dataDir);
  return whileLocked(layout.lockFile, async () => {
    const until = Date.now() + LEAVING_LIMIT_MS;
    for (;;) {
      const running = await settle(layout.clusterDir);
      if (running === null) return start(layout, options);
      try {
        return await adopt(layout, running, options.port);
      } catch (error) {
        // It was on its way out when we found it.
        if (!isLeaving(error) || Date.now() > until) throw error;
        await pause(LOOK_AGAIN_MS);
      }
    }
  });
}

/** Stops the server of a data directory whoever started it. False when none was running. */
export async function stopPostgres(dataDir: string): Promise<boolean> {
  const layout = await openLayout(dataDir);
  return whileLocked(layout.lockFile, async () => {
    const running = await livePostmaster(layout.clusterDir);
    if (running === null) return false;
    await halt(running.pid);
    return true;
  });
}

async function start(opened: Layout, options: PostgresOptions): Promise<RunningPostgres> {
  const durability = options.durability ?? 'full';
  const account = await serverAccount(opened.clusterDir);
  const [binaries, layout] = await Promise.all([serverBinaries(account), placeCluster(opened, account)]);
  if ((await clusterState(layout, binaries)) === 'new') {
    const access = newAccess();
    await writeAccess(layout.accessFile, access);
    await createCluster(layout, account, binaries, access, durability);
  }
  const access = await readAccess(layout.accessFile);
  await clearStalePidFile(layout.clusterDir);
  const live = await onFreePort(options.port, access, (port) => launch(layout, account, binaries, port, durability));
  try {
    await createRoles(access, live.port);
    if (access.port !== live.port) await writeAccess(layout.accessFile, { ...access, port: live.port });
    await claimServer(layout.starterFile);
  } catch (error) {
    await halt(live.pid);
    throw error;
  }
  return handle(layout, live, access, 'started');
}

/** Between finding a free port and listening on it another program may take it: then the next one is tried. */
async function onFreePort(
  asked: number | undefined,
  access: Access,
  attempt: (port: number) => Promise<Postmaster>,
): Promise<Postmaster> {
  for (let tries = 1; ; tries += 1) {
    const port = await choosePort(asked, tries === 1 ? access.port : null);
    try {
      return await attempt(port);
    } catch (error) {
      const taken = error instanceof ServerError && error.code === 'runseal.postgres_port_in_use';
      if (!taken || tries === PORT_TRIES || (asked !== undefined && asked !== 0)) throw error;
    }
  }
}

async function adopt(layout: Layout, running: Postmaster, port: number | undefined): Promise<RunningPostgres> {
  if (port !== undefined && port !== 0 && port !== running.port) {
    throw new ServerError(
      'runseal.postgres_busy',
      `The server of ${layout.dataDir} already runs on port ${running.port}, not ${port}. Stop it first, or leave the port to us.`,
    );
  }
  const access = await readAccess(layout.accessFile);
  await createRoles(access, running.port);
  const ours = !(await starterLives(layout.starterFile));
  if (ours) await claimServer(layout.starterFile);
  return handle(layout, running, access, ours ? 'started' : 'adopted');
}

/** What clients of a server that shuts down, or just did, are told. */
function isLeaving(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(57P0[123]|CONNECTION_.*|ECONN.*)$/.test(code);
}

function handle(layout: Layout, live: Postmaster, access: Access, origin: RunningPostgres['origin']): RunningPostgres {
  let stopping: Promise<void> | null = null;
  return {
    ownerUrl: urlOf('owner', access, live.port),
    serviceUrl: urlOf('service', access, live.port),
    adminUrl: urlOf('superuser', access, live.port),
    port: live.port,
    pid: live.pid,
    origin,
    stop: () =>
      (stopping ??=
        origin === 'started' ? whileLockedIfWritable(layout.lockFile, () => halt(live.pid)) : Promise.resolve()),
  };
}
