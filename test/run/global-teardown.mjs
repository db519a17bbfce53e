import { dirname } from 'node:path';
import { removeRun } from './global-setup.mjs';

/** Takes the run's folder away; a run that is watched makes itself another one. */
export default async function globalTeardown() {
  const { TMPDIR: folder } = process.env;
  process.env.TMPDIR = dirname(folder);
  await removeRun(folder);
}
