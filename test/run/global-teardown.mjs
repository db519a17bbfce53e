import { dirname } from 'node:path';
import { isRunFolder } from './folder.mjs';
import { removeRun } from './global-setup.mjs';

/**
 * Takes the run's folder away; a run that is watched makes itself another one. Jest may call this twice (`--bail` ends a run
 * before its end): by the second time TMPDIR names what is everybody's.
 */
export default async function globalTeardown() {
  const { TMPDIR: folder } = process.env;
  if (folder === undefined || !isRunFolder(folder)) return;
  process.env.TMPDIR = dirname(folder);
  await removeRun(folder);
}
