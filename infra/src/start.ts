import { sayContainment } from './containment.ts';
import { claimDataDir } from './data-dir.ts';
import { openDatabase } from './database.ts';
import { explain } from './failure.ts';
import { firstLogin } from './first-login.ts';
import { House } from './house.ts';
import { checkPort } from './ports.ts';
import { say, step } from './progress.ts';
import { startApi, startDashboard, startWorker } from './services.ts';
import { readSettings } from './settings.ts';
import { welcome } from './welcome/welcome.ts';

/** `npm start`, once everything is built: brings the house up and shows the way in. */
async function start(house: House): Promise<void> {
  const settings = readSettings(process.env);
  await claimDataDir(settings.dataDir);
  await Promise.all([checkPort(settings.apiPort, 'RUNSEAL_PORT'), checkPort(settings.webPort, 'RUNSEAL_WEB_PORT')]);

  const dashboard = step('Dashboard ready', () => startDashboard(settings, house));
  // Where the database fails first, nobody waits for it any more.
  dashboard.catch(() => undefined);
  const database = await step('Postgres ready', () => house.keep(openDatabase(settings)));
  await Promise.all([
    step('API ready', () => startApi(settings, database, house)),
    step('Worker ready', () => startWorker(settings, database, house)),
    dashboard,
  ]);
  const login = await firstLogin(settings, database.ownerUrl);

  await sayContainment();
  await welcome(settings, login.key);
  say(`\nDashboard   http://127.0.0.1:${settings.webPort}\nAPI         http://127.0.0.1:${settings.apiPort}`);
  say(`Access key  ${login.fresh ? `${login.key}  (kept in ${login.file})` : `in ${login.file}`}`);
  say(`Logs        ${settings.dataDir}/logs\n\nReady. Ctrl-C stops everything.`);
}

const house = new House();
try {
  await Promise.race([start(house).then(() => house.stopRequested), house.stopRequested, house.failure]);
  say('\nStopping …');
} catch (cause) {
  process.exitCode = 1;
  console.error(explain(cause));
}
await house.stop();
if (house.stoppedAnything) say('Stopped.');
if (process.connected) process.disconnect();
