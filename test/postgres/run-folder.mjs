import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of throw-away servers are named after the test run that owns them: runseal-test-PID-… */
const PREFIX = 'runseal-test-postgres-';

/** Where this test run's server lies. The server itself starts when the first test file asks for a database. */
export function runFolder() {
  return join(tmpdir(), `${PREFIX}${process.pid}-${Date.now().toString(36)}`);
}

/** Folders whose test run is gone (it was killed): their servers are to be stopped and removed. */
export function abandonedFolders() {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(PREFIX))
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
