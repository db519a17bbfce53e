import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openDatabase } from './database.ts';
import { explain } from './failure.ts';
import { readSettings, ROOT } from './settings.ts';

/** `npm run keys`: what the API's own program for keys does, on the database of `npm start`. Answers its exit code. */
async function keys(args: readonly string[]): Promise<number> {
  const database = await openDatabase(readSettings(process.env));
  try {
    const admin = spawn(process.execPath, [join(ROOT, 'apps', 'api', 'dist', 'admin-main.js'), ...args], {
      env: { ...process.env, ...database.env },
      stdio: 'inherit',
    });
    const [code] = (await once(admin, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await database.stop();
  }
}

try {
  process.exitCode = await keys(process.argv.slice(2));
} catch (cause) {
  process.exitCode = 1;
  console.error(explain(cause));
}
if (process.connected) process.disconnect();
