import { resolve } from 'node:path';
import { exportRun } from '@runseal/cli';
import { explain, Failure } from './failure.ts';
import { say } from './progress.ts';
import { withThrowAwayHouse } from './throw-away-house.ts';
import { judgeExported } from './welcome/judge-exported.ts';
import { runWelcome, sealingKeys, type WelcomeRun } from './welcome/run-welcome.ts';
import { welcomeTable } from './welcome/table.ts';

/** `npm run demo`: runs the welcome on a throw-away database, exports both records, prints one table of what was exported. */
async function demo(out: string): Promise<void> {
  await withThrowAwayHouse(async (server) => {
    const silent = { progress: () => ({ advance: () => undefined, stop: () => undefined }) };
    const keys = await sealingKeys(server);
    const runs: WelcomeRun[] = [];
    for (const welcomed of await runWelcome(server, 'demo')) {
      const written = await exportRun(welcomed.run, out, server, silent);
      const files = written.map(({ path }) => path);
      runs.push({ ...welcomed, report: await judgeExported(files, keys) });
    }
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
