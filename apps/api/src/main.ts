/** Starts the API. Exit codes: 0 when stopped or asked for help, 1 when it cannot start, 2 for flags it does not know. */
import { createApi } from './api.ts';
import { configOf } from './config/config.ts';
import { environmentOf } from './config/flags.ts';
import { stopOnSignals } from './runtime/stop-on-signals.ts';
import { withOneSentence } from './runtime/one-sentence.ts';

const env = environmentOf('api', process.argv.slice(2), process.env);
await withOneSentence('The API did not start', async () => {
  const api = await createApi(configOf(env));
  stopOnSignals(() => api.close());
});
