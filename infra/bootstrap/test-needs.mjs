// What the tests need from the system: a browser and a sandbox. Installs them where it may, else says how to get them.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { progress, runStep } from './steps.mjs';
import { BootstrapFailure } from './failure.mjs';

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/**
 * @returns {Promise<{ RUNSEAL_CHROMIUM?: string }>} environment for the tests: where the browser is
 */
export async function prepareSystem() {
  const missing = [...(findBrowser() === null ? ['chromium'] : []), ...(sandboxMissing() ? ['bubblewrap'] : [])];
  if (missing.length > 0 && mayInstall()) await aptInstall(missing);
  const browser = findBrowser();
  if (browser === null)
    progress(
      '✗ No Chromium: the browser tests cannot run. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set RUNSEAL_CHROMIUM to its path.',
    );
  if (sandboxMissing())
    progress(
      '✗ No bubblewrap: tests of the sandbox and of external CLIs cannot run. Install it (Debian: apt-get install bubblewrap).',
    );
  return browser === null ? {} : { RUNSEAL_CHROMIUM: browser };
}

function findBrowser() {
  const named = process.env.RUNSEAL_CHROMIUM;
  if (named) return executable(named) ? named : null;
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/bin',
    '/Applications/Chromium.app/Contents/MacOS',
  ];
  return folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name))).find(executable) ?? null;
}

const sandboxMissing = () =>
  process.platform === 'linux' &&
  !(process.env.PATH ?? '').split(delimiter).some((folder) => executable(join(folder, 'bwrap')));

const mayInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const failed = {
    code: 'apt_failed',
    sentence: `apt-get could not install ${packages.join(' and ')}: check its sources and the network.`,
  };
  try {
    await runStep({
      doing: 'Updating the package lists',
      done: 'Package lists updated',
      command: 'apt-get',
      args: ['update', '-q'],
      env,
      failed,
    });
    await runStep({
      doing: `Installing ${packages.join(' and ')}`,
      done: `Installed ${packages.join(' and ')}`,
      command: 'apt-get',
      args: ['install', '-y', '-q', '--no-install-recommends', ...packages],
      env,
      failed,
    });
  } catch (cause) {
    if (!(cause instanceof BootstrapFailure)) throw cause;
    progress(`${cause.tail}\n✗ ${cause.message} (${cause.code})`);
  }
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
