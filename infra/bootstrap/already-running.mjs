import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BootstrapFailure } from './failure.mjs';
import { ROOT } from './project.mjs';

/** Refuses to build under a start that is running: its dashboard would lose its files. The start itself checks again. */
export function checkNotRunning() {
  const dataDir = resolve(ROOT, process.env.RUNSEAL_DATA_DIR ?? '.runseal');
  const claim = join(dataDir, 'start.json');
  if (!existsSync(claim) || !lives(claim)) return;
  throw new BootstrapFailure(
    'already_running',
    `Runseal already runs on ${dataDir}: stop it there, or set RUNSEAL_DATA_DIR, RUNSEAL_PORT and RUNSEAL_WEB_PORT for a second one.`,
  );
}

/** Whether the process that wrote the claim is alive, and not a later one with its number. */
function lives(claim) {
  try {
    const { pid, birth } = JSON.parse(readFileSync(claim, 'utf8'));
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    if (!existsSync(stat)) return true;
    const text = readFileSync(stat, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] === birth;
  } catch {
    return false;
  }
}
