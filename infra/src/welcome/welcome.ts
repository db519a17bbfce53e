import { openServer } from '@runseal/cli';
import { createClient } from '@runseal/api/client';
import { explain } from '../failure.ts';
import { say } from '../progress.ts';
import { runWelcome } from './run-welcome.ts';
import { welcomeTable } from './table.ts';
import type { Settings } from '../settings.ts';

/** When no run exists yet: runs the welcome goal, so that the dashboard opens on something true. */
export async function welcome(settings: Settings, apiKey: string): Promise<void> {
  const baseUrl = `http://127.0.0.1:${settings.apiPort}`;
  const server = openServer(createClient({ baseUrl, apiKey }), baseUrl);
  if ((await server.runs({ limit: 1 })).items.length > 0) return;
  say('… Running the welcome goal, natively and through the bundled reference harness');
  try {
    say(`\n${welcomeTable(await runWelcome(server, 'first-start'), process.stdout.isTTY)}`);
  } catch (cause) {
    // The house works; what is wrong with the runs is on their records.
    console.error(explain(cause));
  }
}
