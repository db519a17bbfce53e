// Builds the dashboard and lays its static files beside the standalone server, which serves them but does not copy them.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const here = import.meta.dirname;
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const build = spawnSync(process.execPath, [next, 'build'], {
  cwd: here,
  stdio: 'inherit',
  env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
});
if (build.status !== 0) {
  console.error('The dashboard was not built: next build failed. Its message is above.');
  process.exit(build.status ?? 1);
}

// Standalone output repeats the workspace layout, because tracing starts at the project root.
const standalone = path.join(here, '.next/standalone/apps/web');
place('.next/static');
place('public');

function place(folder) {
  const from = path.join(here, folder);
  const to = path.join(standalone, folder);
  rmSync(to, { recursive: true, force: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}
