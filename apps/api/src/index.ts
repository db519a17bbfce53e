/** What programs of this project use of the API in their own process. */
export { createApi, ListenError, type Api } from './api.ts';
export { createKey, ensureFirstKey, type NewKey } from './auth/principals.ts';
export { ConfigError, configOf, type Config } from './config/config.ts';
export { API_MIGRATIONS, migrateAll } from './database/migrations.ts';
export { startWorker, type Worker } from './worker/worker.ts';
