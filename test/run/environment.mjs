import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { openToAll } from './folder.mjs';

/** How long a program that was told to end may take to remove what is its own. */
const GRACE_MS = 3000;

/** Every test file has a temp folder of its own, the children it starts too; a file that leaves anything there fails. */
export default class OwnFolder extends NodeEnvironment {
  #folder;
  #runFolder;

  constructor(config, context) {
    const runFolder = tmpdir();
    const folder = mkdtempSync(join(runFolder, 't'));
    openToAll(folder);
    // The true environment: `tmpdir()` reads that one, and the tests get a copy of it.
    process.env.TMPDIR = folder;
    super(config, context);
    this.#folder = folder;
    this.#runFolder = runFolder;
  }

  async teardown() {
    await super.teardown();
    process.env.TMPDIR = this.#runFolder;
    const left = await leftIn(this.#folder);
    rmSync(this.#folder, { recursive: true, force: true });
    if (left.length > 0)
      throw new Error(`This test file left ${left.length} in its temp folder: ${left.slice(0, 10).join(', ')}`);
  }
}

async function leftIn(folder) {
  const until = Date.now() + GRACE_MS;
  for (;;) {
    const left = readdirSync(folder);
    if (left.length === 0 || Date.now() > until) return left;
    await pause(20);
  }
}
