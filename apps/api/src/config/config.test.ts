import { isAbsolute } from 'node:path';
import { codeOf } from '../problem/code-of.ts';
import { configOf } from './config.ts';

const URL = 'postgres://owner:secret@127.0.0.1/runseal';

const refusal = (env: Record<string, string>): unknown => {
  try {
    return configOf(env);
  } catch (error) {
    return error;
  }
};

test('a database is all that must be said', () => {
  const config = configOf({ DATABASE_URL: URL });
  expect(config).toMatchObject({ host: '127.0.0.1', port: 4400, serviceDatabaseUrl: null, logLevel: 'info' });
  expect(isAbsolute(config.dataDir)).toBe(true);
});

test.each([
  [{}, /DATABASE_URL/],
  [{ DATABASE_URL: 'mysql://x:secret@y' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://owner:secret#1@127.0.0.1/runseal' }, /DATABASE_URL.*percent-encoded/],
  [{ DATABASE_URL: URL, RUNSEAL_SERVICE_DATABASE_URL: 'postgres://s:sec/secret@h/d' }, /SERVICE_DATABASE_URL/],
  [{ DATABASE_URL: URL, RUNSEAL_PORT: '65536' }, /RUNSEAL_PORT/],
  [{ DATABASE_URL: URL, RUNSEAL_LOG_LEVEL: 'loud' }, /RUNSEAL_LOG_LEVEL/],
  [{ DATABASE_URL: URL, RUNSEAL_WORKER_RUNS: '0' }, /RUNSEAL_WORKER_RUNS/],
])('%j is refused, naming the variable and never its value', (env, named) => {
  const error = refusal(env);
  expect(codeOf(error)).toBe('config_invalid');
  expect(String(error)).toMatch(named);
  expect(String(error)).not.toContain('secret');
});

test('drivers do not see the way to the database, nor who may watch', () => {
  const ours = { RUNSEAL_SERVICE_DATABASE_URL: URL, RUNSEAL_METRICS_TOKEN: 'x'.repeat(16), PGPASSWORD: 'p' };
  const { env } = configOf({ DATABASE_URL: URL, ...ours, OPENAI_API_KEY: 'k' });
  expect(env).toEqual({ OPENAI_API_KEY: 'k' });
});
