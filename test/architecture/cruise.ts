import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './project.ts';

interface Cruise {
  readonly modules: number;
  /** `rule: from → to` of each broken rule. */
  readonly violations: readonly string[];
}

/** Runs dependency-cruiser with the project's own rules over folders of a tree that has its layout. */
export function cruise(tree: string, folders: readonly string[]): Cruise {
  const program = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const ran = spawnSync(process.execPath, [program, '--config', config, '--output-type', 'json', ...folders], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 256_000_000,
  });
  if (ran.error !== undefined || ran.stdout === '')
    throw new Error(`dependency-cruiser did not run: ${ran.stderr}`, { cause: ran.error });
  const { summary } = JSON.parse(ran.stdout) as {
    summary: { totalCruised: number; violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  };
}
