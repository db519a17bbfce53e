/** `npm run attacks [-- TRIALS]`: every attack sixty times, every harmless scene with sixty runs, and the two tables of both. */
import { removeData, stopPostgres } from '@runseal/infra/postgres';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ON_EVENTS } from './attacks-on-events.ts';
import { ON_HISTORY } from './attacks-on-history.ts';
import { calmOf, SCENES, type Calm } from './false-alarms.ts';
import { attackTable, calmTable } from './tables.ts';
import { trialsOf, type Tally } from './trials.ts';

const trials = Number(process.argv[2] ?? 60);
if (!Number.isInteger(trials) || trials < 1) throw new Error('How many trials of each attack? A whole number from 1.');
const server = join(tmpdir(), `runseal-attacks-${process.pid}`);
process.env['RUNSEAL_TEST_POSTGRES'] = server;
try {
  const tallies: Tally[] = [];
  for (const attack of [...ON_EVENTS, ...ON_HISTORY]) {
    const tally = await trialsOf(attack, trials);
    tallies.push(tally);
    process.stderr.write(`${tally.wrong === null ? '✓' : '✗'} ${attack.name}: ${tally.caught} of ${tally.trials}\n`);
    if (tally.wrong !== null) process.stderr.write(`  ${JSON.stringify(tally.wrong)}\n`);
  }
  const calms: Calm[] = [];
  for (const scene of SCENES) {
    const calm = await calmOf(scene, trials);
    calms.push(calm);
    process.stderr.write(`${calm.alarms === 0 ? '✓' : '✗'} ${scene.name}: ${calm.alarms} alarms ${calm.says ?? ''}\n`);
  }
  process.stdout.write(`${attackTable(tallies)}\n\n${calmTable(calms)}\n`);
  if (tallies.some(({ wrong }) => wrong !== null) || calms.some(({ alarms }) => alarms > 0)) process.exitCode = 1;
} finally {
  if (existsSync(server)) {
    await stopPostgres(server);
    await removeData(server);
  }
  // Started by another process of ours, which keeps a channel open to see that it lives.
  if (process.connected) process.disconnect();
}
