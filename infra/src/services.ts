import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.ts';
import { logDir } from './data-dir.ts';
import { Failure } from './failure.ts';
import type { House } from './house.ts';
import { startService, type Service } from './service.ts';
import { ROOT, type Settings } from './settings.ts';

const API = join(ROOT, 'apps', 'api', 'dist');
const DASHBOARD = join(ROOT, 'apps', 'web', '.next', 'standalone', 'apps', 'web', 'server.js');

/** The worker finishes or hands back its runs before it goes. Milliseconds. */
const WORKER_GRACE_MS = 30_000;
/** An API gives requests ten seconds before it cuts them. Milliseconds. */
const GRACE_MS = 15_000;

/**
 * What is thrown away while a long record goes by is thrown away sooner: half the default, MiB. Keeps a question about a
 * million events under 300 MB. (docs/adr/0274)
 */
const API_NODE_OPTIONS = ['--max-semi-space-size=8'];

export function startApi(settings: Settings, database: Database, house: House): Promise<Service> {
  return startService(
    {
      name: 'api',
      script: built(join(API, 'main.js')),
      nodeOptions: API_NODE_OPTIONS,
      env: {
        ...process.env,
        ...serverEnv(settings, database),
        RUNSEAL_HOST: '127.0.0.1',
        RUNSEAL_PORT: String(settings.apiPort),
      },
      logDir: logDir(settings.dataDir),
      ready: () => answers(`http://127.0.0.1:${settings.apiPort}/ready`),
      graceMs: GRACE_MS,
    },
    house,
  );
}

export function startWorker(settings: Settings, database: Database, house: House): Promise<Service> {
  return startService(
    {
      name: 'worker',
      script: built(join(API, 'worker-main.js')),
      env: { ...process.env, ...serverEnv(settings, database) },
      logDir: logDir(settings.dataDir),
      ready: async ({ log }) => (await log()).includes('worker ready'),
      graceMs: WORKER_GRACE_MS,
    },
    house,
  );
}

export function startDashboard(settings: Settings, house: House): Promise<Service> {
  return startService(
    {
      name: 'dashboard',
      script: built(DASHBOARD),
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        HOSTNAME: '127.0.0.1',
        PORT: String(settings.webPort),
        RUNSEAL_API_URL: `http://127.0.0.1:${settings.apiPort}`,
      },
      logDir: logDir(settings.dataDir),
      ready: () => answers(`http://127.0.0.1:${settings.webPort}/`),
      graceMs: GRACE_MS,
    },
    house,
  );
}

/** What every process of the server needs to know. */
export function serverEnv(settings: Settings, database: Database): Record<string, string> {
  return {
    ...database.env,
    RUNSEAL_DATA_DIR: settings.dataDir,
    RUNSEAL_LOG_LEVEL: logLevel(process.env['RUNSEAL_LOG_LEVEL']),
  };
}

/** At least `info`: the worker says there that it is ready. The logs go into files anyway. */
const logLevel = (asked: string | undefined): string => (asked === 'debug' || asked === 'trace' ? asked : 'info');

/** True when an HTTP server answers there without an error of its own. */
async function answers(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2000) });
    return status < 500;
  } catch {
    return false;
  }
}

function built(script: string): string {
  if (existsSync(script)) return script;
  throw new Failure('not_built', `${script} is not there: run npm run build, or start without --no-setup.`);
}
