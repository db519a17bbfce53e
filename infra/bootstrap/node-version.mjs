import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { BootstrapFailure } from './failure.mjs';
import { PINNED_NODE } from './project.mjs';

const LEAST = [20, 19];
const PINNED_MAJOR = 24;

/** Refuses a Node that is too old for the bootstrap itself. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw new BootstrapFailure(
      'node_too_old',
      `Node ${version} is too old: install Node ${LEAST.join('.')} or newer from https://nodejs.org.`,
    );
}

/** The pinned Node's path. With npm's install scripts off, the old one would run silently; this says so instead. */
export function pinnedNode() {
  const { stdout } = existsSync(PINNED_NODE)
    ? spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8' })
    : { stdout: '' };
  if (stdout?.startsWith(`v${PINNED_MAJOR}.`)) return PINNED_NODE;
  throw new BootstrapFailure(
    'install_scripts_ignored',
    `Node ${PINNED_MAJOR} did not come with the packages (found: ${stdout?.trim() || 'none'}). npm ran with install scripts off: ` +
      'run `npm config set ignore-scripts false`, delete node_modules, and start again.',
  );
}

/** True when this very process is the pinned Node. */
export const onPinnedNode = () => Number(process.versions.node.split('.')[0]) === PINNED_MAJOR;
