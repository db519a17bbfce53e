import { resolve } from 'node:path';
import { exportRun } from '@runseal/cli';
import { explain, Failure } from './failure.ts';
import { say } from './progress.ts';
import { withThrowAwayHouse } from './throw-away-house.ts';
import { runWelcome } from './welcome/run-welcome.ts';
import { welcomeTable } from './welcome/table.ts';

/** `npm run demo`: runs the welcome on a throw-away database, exports both records, prints one table. */
async function demo(out: string): Promise<void> {
  await withThrowAwayHouse(async (server) => {
    const runs = await runWelcome(server, 'demo');
    const silent = { progress: () => ({ advance: () => undefined, stop: () => undefined }) };
    for (const { run } of runs) await exportRun(run, out, server, silent);
    say(welcomeTable(runs, process.stdout.isTTY));
    say(`\nExported to ${out}. Verify without any server:`);
    for (const { run } of runs) say(`  npx runseal verify ${out}/${run}.provetrail --keys ${out}/keys.json`);
    const failed = runs.find(({ report }) => report.verdicts.some(({ state }) => state === 'fail'));
    if (failed !== undefined)
      throw new Failure('welcome_failed', `A verdict of the run ${failed.run} fails; the table above says which.`);
  });
}

try {
  await demo(resolve(process.argv[2] ?? ''));
} catch (cause) {
  process.exitCode = 1;
  console.error(explain(cause));
} finally {
  if (process.connected) process.disconnect();
}
