/** Starts a worker. SIGTERM lets runs end, then halts and seals the rest. Exit codes: 0 when stopped, 1 when it cannot start or a newer version has migrated the database. */
import { configOf } from './config/config.ts';
import { environmentOf } from './config/flags.ts';
import { stopOnSignals } from './runtime/stop-on-signals.ts';
import { withOneSentence } from './runtime/one-sentence.ts';
import { startWorker } from './worker/worker.ts';

const env = environmentOf('worker', process.argv.slice(2), process.env);
await withOneSentence('The worker did not start', async () => {
  const worker = await startWorker(configOf(env));
  stopOnSignals(() => worker.stop());
  void worker.outdated.then(() => worker.stop()).finally(() => process.exit(1));
});
