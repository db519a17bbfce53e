import { resolve } from 'node:path';
import { Failure } from './failure.ts';

/** What `npm start` is told through its environment. */
export interface Settings {
  /** Absolute. Everything this installation keeps lies in it. */
  readonly dataDir: string;
  /** Ports on 127.0.0.1. */
  readonly apiPort: number;
  readonly webPort: number;
  /** The operator's own Postgres; null for the embedded one. */
  readonly databaseUrl: string | null;
}

/** The project's root, seen from infra/dist. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/** @throws Failure `setting_invalid` naming the variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const apiPort = portOf(env, 'RUNSEAL_PORT', 4400);
  const webPort = portOf(env, 'RUNSEAL_WEB_PORT', 4401);
  if (apiPort === webPort)
    throw new Failure('setting_invalid', `RUNSEAL_PORT and RUNSEAL_WEB_PORT are both ${apiPort}; give each its own.`);
  return {
    dataDir: resolve(ROOT, env['RUNSEAL_DATA_DIR'] ?? '.runseal'),
    apiPort,
    webPort,
    databaseUrl: databaseUrlOf(env),
  };
}

function portOf(env: Readonly<Record<string, string | undefined>>, name: string, usual: number): number {
  const text = env[name];
  if (text === undefined || text === '') return usual;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new Failure('setting_invalid', `${name} must be a port from 1 to 65535, not ${text}.`);
  return port;
}

function databaseUrlOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const text = env['DATABASE_URL'];
  if (text === undefined || text === '') return null;
  // The address may hold a password, so a wrong one is not repeated.
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new Failure('setting_invalid', 'DATABASE_URL must read postgres://user:password@host:port/database.');
  return text;
}
