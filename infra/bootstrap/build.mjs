import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { digestOf, isStamped, stamp } from './stamps.mjs';
import { runStep } from './steps.mjs';

/** Packages that tsc compiles, in the order of their references. */
const COMPILED = ['libs/spine', 'libs/dispatch', 'libs/harness', 'libs/externagent', 'apps/api', 'apps/cli', 'infra'];

/** Compiles the packages whose sources, or whose ground, changed. */
export async function buildPackages(node) {
  const ground = digestOf(['tsconfig.base.json', 'package-lock.json']);
  const stamps = COMPILED.map((path) => ({
    path,
    step: `build-${path.replace('/', '-')}`,
    digest: ground + digestOf([path]),
  }));
  const stale = stamps.filter(
    ({ path, step, digest }) => !isStamped(step, digest) || !existsSync(join(ROOT, path, 'dist')),
  );
  if (stale.length === 0) return;
  const names = stale.map(({ path }) => path).join(', ');
  await runStep({
    doing: `Building ${names}`,
    done: `Built ${names}`,
    command: node,
    args: [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', ...stale.map(({ path }) => path)],
    failed: { code: 'build_failed', sentence: 'The sources do not compile; the compiler says where above.' },
  });
  for (const { step, digest } of stale) stamp(step, digest);
}

/** Builds the dashboard when its sources, the record library in it, or its packages changed. */
export async function buildDashboard(node) {
  const digest = digestOf([
    'apps/web',
    'libs/spine/src',
    'libs/spine/package.json',
    'apps/api/src/client',
    'apps/api/src/wire',
    'package-lock.json',
  ]);
  if (isStamped('build-web', digest) && existsSync(join(ROOT, 'apps', 'web', '.next', 'standalone'))) return;
  await runStep({
    doing: 'Building apps/web',
    done: 'Built apps/web',
    command: node,
    args: [join(ROOT, 'apps', 'web', 'build.mjs')],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    failed: { code: 'build_failed', sentence: 'The dashboard does not build; the reason is above.' },
  });
  stamp('build-web', digest);
}
