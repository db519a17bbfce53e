import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * The folder of a test run is named after the process that owns it: rt-PID-… Short, for the path of a unix socket below it
 * may have at most 107 bytes.
 */
const PREFIX = 'rt-';
const NAME = /^rt-\d+-[0-9a-z]{4}$/;

/** The folder in which this run keeps all that is temporary; made here. */
export function makeRunFolder() {
  const folder = join(tmpdir(), `${PREFIX}${process.pid}-${Date.now().toString(36).slice(-4)}`);
  mkdirSync(folder);
  openToAll(folder);
  return folder;
}

/** Whether a folder is one that a run made for itself: nothing else is ever removed as a whole. */
export const isRunFolder = (folder) => NAME.test(basename(folder));

/** As the system's own temp folder is: the database's account and that of an ordinary user write there too. */
export const openToAll = (folder) => chmodSync(folder, 0o1777);

/** Where the run's server lies. The server itself starts when the first test file asks for a database. */
export const serverOf = (folder) => join(folder, 'postgres');

/** Folders whose test run is gone (it was killed): their servers are to be stopped, and all removed. */
export function abandonedFolders() {
  return readdirSync(tmpdir())
    .filter((name) => NAME.test(name))
    .filter((name) => !isJest(Number(name.slice(PREFIX.length).split('-')[0])))
    .map((name) => join(tmpdir(), name));
}

function isJest(pid) {
  try {
    process.kill(pid, 0);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('jest');
  } catch (error) {
    // No /proc: the process lives, so leave it alone. No right to signal it: it lives too.
    return error.code === 'EPERM' || (error.code === 'ENOENT' && process.platform !== 'linux');
  }
}
