// Where this project lies, and where the bootstrap keeps its notes. Plain JavaScript for Node >= 20.19: it runs before anything is installed.
import { join } from 'node:path';

/** The project's root folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Stamps of what was installed and built last; they vanish with node_modules, and then both are done again. */
export const STAMPS = join(ROOT, 'node_modules', '.runseal');

/** The runtime the project pins, as npm installs it. */
export const PINNED_NODE = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
