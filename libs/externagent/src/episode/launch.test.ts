import { chmod, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSandbox, type Sandbox } from '@runseal/dispatch';
import { openTestRun, type TestRun } from '@runseal/harness/testing';
import type { Adapter } from '../adapter.ts';
import { findBinary, type BinaryKind } from '../binary/find.ts';
import { externalDriver } from '../driver.ts';
import { digestOf } from '../evidence/binary-digest.ts';
import { scriptedAdapter } from '../testing/scripted.ts';

const KIND: BinaryKind = {
  ...{ command: 'cli', variable: 'CLI', platformPackage: 'nobody-has-this' },
  within: () => Promise.resolve([]),
};

let folder: string;
let run: TestRun;
let adapter: Adapter;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'launch-')));
  await install('first');
  const binary = () => findBinary(KIND, {}, join(folder, 'cli'));
  const script = [
    { read: true },
    { probe: 'right' },
    { line: { type: 'text', text: 'done' } },
    { line: { type: 'done' } },
  ];
  adapter = { ...scriptedAdapter(script), binary };
});
afterEach(async () => {
  await run.remove();
  await rm(folder, { recursive: true, force: true });
});

/** As a package manager does it: another file under the same name. */
async function install(text: string): Promise<void> {
  await writeFile(join(folder, 'new'), text);
  await chmod(join(folder, 'new'), 0o755);
  await rename(join(folder, 'new'), join(folder, 'cli'));
}

const digest = async () => digestOf((await adapter.binary!({}))!);

/** Starts what it is asked to, and counts; `first` happens before. */
function counting(first: () => Promise<void> = () => Promise.resolve()): Sandbox & { starts: number } {
  const inner = processSandbox();
  return {
    starts: 0,
    probe: () => inner.probe(),
    async start(spec) {
      this.starts += 1;
      await first();
      return inner.start(spec);
    },
  };
}

async function drive(sandbox: Sandbox, program: string | null) {
  run = await openTestRun({ sandbox, objective: 'Do it.' });
  return externalDriver(adapter, sandbox).run({ ...run.context, program });
}

it('drives the program that the record names', async () => {
  const sandbox = counting();
  expect(await drive(sandbox, await digest())).toMatchObject({ finished: 'completed' });
  expect(sandbox.starts).toBe(1);
});

it('starts nothing when the program was replaced since it was tried', async () => {
  const sandbox = counting();
  const named = await digest();
  await install('other');
  await expect(drive(sandbox, named)).rejects.toMatchObject({ code: 'harness_changed' });
  expect(sandbox.starts).toBe(0);
  expect(run.recorder.payloads('episode.ended')).toMatchObject([
    { completion: 'not_started', failed: true, error_class: 'harness_changed' },
  ]);
});

it('ends one that was replaced while it was started, and tells it nothing', async () => {
  const sandbox = counting(() => install('other'));
  await expect(drive(sandbox, await digest())).rejects.toMatchObject({ code: 'harness_changed' });
  expect(sandbox.starts).toBe(1);
  expect(run.types()).toEqual(['episode.ended']);
});

it('drives what the record does not name, where it names none', async () => {
  expect(await drive(counting(), null)).toMatchObject({ finished: 'completed' });
});
