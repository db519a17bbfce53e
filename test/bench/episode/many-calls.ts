/** A process of its own, as a worker is: one episode of very many bridged calls. Says what it holds on the way. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createKillSwitch, createWaist, grantOf, processSandbox, type Tool } from '@runseal/dispatch';
import { externalDriver, referenceAdapter } from '@runseal/externagent';
import { z } from 'zod';
import { openBenchStore } from './store.ts';

/** How many calls, and after which ones it is looked at. */
const [calls, ...marks] = process.argv.slice(2).map(Number) as [number, ...number[]];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const looks: { readonly rss: number; readonly held: number }[] = [];

/** Signals that depend on others are let go of a turn after they were found to be garbage. */
async function look(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise(setImmediate);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  looks.push({ rss, held: heapUsed + external });
}

let count = 0;
const tally: Tool = {
  name: 'tally',
  description: 'Counts.',
  schema: z.strictObject({}),
  readOnly: true,
  runsPrograms: false,
  scope: () => 'the count',
  async run() {
    count += 1;
    if (marks.includes(count)) await look();
    return { text: String(count) };
  },
};

const root = await realpath(await mkdtemp(join(tmpdir(), 'many-calls-')));
const [workspace, scratch] = [join(root, 'workspace'), join(root, 'scratch')];
await Promise.all([mkdir(workspace), mkdir(scratch)]);
// What is held in memory is of interest here, not what the disk is waited for.
const store = await openBenchStore('none');
try {
  const recorder = await store.writer('many-calls');
  const [sandbox, killSwitch] = [processSandbox(), createKillSwitch()];
  const waist = createWaist({
    recorder,
    tools: [tally],
    grant: grantOf([tally.name]),
    sandbox,
    workspace,
    floor: 'process',
    killSwitch,
    maxCalls: calls,
    maxOutputBytes: 1000,
    callTimeoutMs: 10_000,
  });
  const { finished, error } = await externalDriver(referenceAdapter()).run({
    run: recorder.run,
    objective: `@${tally.name} {}\n`.repeat(calls),
    stopCondition: null,
    guidance: null,
    maxSteps: 1,
    timeoutMs: 600_000,
    model: null,
    profile: null,
    gateway: false,
    maxTokens: null,
    floor: 'process',
    workspace,
    scratch,
    waist,
    recorder,
    sandbox,
    killSwitch,
    env: {},
  });
  if (finished !== 'completed' || count !== calls) throw new Error(`After ${count} calls: ${error ?? 'no reason'}`);
  process.stdout.write(`${JSON.stringify(looks)}\n`);
} finally {
  await store.close();
  await rm(root, { recursive: true, force: true });
}
