import { buildDashboard, buildPackages } from './build.mjs';
import { installPackages } from './install.mjs';
import { checkNode, pinnedNode } from './node-version.mjs';

/**
 * Brings a checkout to where it can run: Node checked, packages installed, sources built; nothing is done twice.
 *
 * @param {{ dashboard: boolean }} what
 * @returns {Promise<string>} path of the pinned Node
 */
export async function setUp({ dashboard }) {
  checkNode();
  await installPackages();
  const node = pinnedNode();
  await buildPackages(node);
  if (dashboard) await buildDashboard(node);
  return node;
}
