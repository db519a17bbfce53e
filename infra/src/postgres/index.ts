export { startPostgres, stopPostgres, type PostgresOptions, type RunningPostgres } from './start.ts';
export { removeData } from './layout.ts';
export { ServerError, type ServerCode } from './errors.ts';
export type { Durability } from './cluster.ts';
export { serverAccount, type Account } from './account.ts';
export { serverBinaries, type Binaries } from './binaries.ts';
