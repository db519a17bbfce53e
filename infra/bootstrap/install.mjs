import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './project.mjs';
import { digestOf, isStamped, stamp } from './stamps.mjs';
import { runStep } from './steps.mjs';

/** Installs the packages when there are none, or when the lock file is not the one installed last. */
export async function installPackages() {
  const digest = digestOf(['package-lock.json']);
  const present = existsSync(join(ROOT, 'node_modules', '.package-lock.json'));
  if (present && isStamped('install', digest)) return;
  // A tree that npm itself installed from this lock file (npm ci by hand) needs no second install.
  if (!(present && treeMatchesLock())) await npmCi();
  stamp('install', digest);
}

async function npmCi() {
  await runStep({
    doing: 'Installing the packages',
    done: 'Packages installed',
    command: 'npm',
    args: ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    env: { ...process.env, PATH: outsidePath() },
    failed: {
      code: 'install_failed',
      sentence:
        'npm could not install the packages: check the network and `npm config get registry`, then start again.',
    },
  });
}

/** npm must not run on the Node inside node_modules: it is about to delete it. */
function outsidePath() {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !/node_modules[\\/]\.bin[\\/]?$/.test(part)).join(delimiter);
}

/** Compares what npm noted down in node_modules with the lock file: the same packages at the same versions. */
function treeMatchesLock() {
  const wanted = packagesIn('package-lock.json');
  const found = packagesIn('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional || entry.devOptional) return true;
    return found[path]?.version === entry.version;
  });
}

const packagesIn = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages ?? {};
