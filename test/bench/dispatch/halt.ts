/** From a halt to the last process of a CLI that is busy, and of what it started. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { descendantsOf } from '../../faults/processes.ts';
import { calls } from '../../integration/api-house.ts';
import type { Installation } from './installation.ts';
import { median } from './median.ts';

const ROUNDS = 5;
/** Two generations that do nothing but work. */
const BUSY = 'touch begun; sh -c "while :; do :; done" & while :; do :; done';

/** Milliseconds of the median halt: from before it is sent to when no process of the run is left. */
export async function haltOfBusyCli(installation: Installation): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) spent.push(await oneHalt(installation));
  return median(spent);
}

async function oneHalt(installation: Installation): Promise<number> {
  const { dataDir, worker } = installation;
  const { run } = await installation.ask<{ run: string }>('/goals', {
    harness: 'reference',
    objective: calls(['run_command', { argv: ['sh', '-c', BUSY] }]),
    grant: ['run_command'],
  });
  const pid = worker.child.pid!;
  while (!existsSync(join(dataDir, 'runs', run, 'workspace', 'begun'))) await pause(10);
  const busy = descendantsOf(pid);
  const from = performance.now();
  await installation.ask(`/runs/${run}/halt`, { reason: 'bench' });
  while (descendantsOf(pid).some((one) => busy.includes(one))) await pause(5);
  return performance.now() - from;
}
