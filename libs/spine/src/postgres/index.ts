/** The spine on Postgres. */
export type { Audit, Finding } from './audit-finding.ts';
export { connect, type ConnectOptions, type Sql, type Tx } from './connect.ts';
export { listening } from './listening.ts';
export { readContentDigests } from './content-digests.ts';
export { spineErrorOf } from './error-map.ts';
export { openEventIndex, type EventCounts, type EventFilter, type EventIndex, type EventMarks } from './event-index.ts';
export type { ContentSum, RetentionPreview, RunKept } from './retention-preview.ts';
export { openLifecycle, type Lifecycle } from './lifecycle.ts';
export type { Hold, Prune, Retention, Tombstone } from './lifecycle-rows.ts';
export { migrate, migrationsIn, SPINE_MIGRATIONS, type MigrationFolder } from './migrate.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export { serverAddress, withParameters, type ServerAddress } from './server-address.ts';
export { openTimeStamps, type TimeStamps, type Unstamped } from './time-stamps.ts';
export { CONTENT_LIMIT } from './tip.ts';
export type { Erasure, Head, RunWriter, Signer, SpineStore, StoredEvent } from './store.ts';
export { checkNotRewound, createWitnessing, openLedger } from './ledger/index.ts';
export type {
  Lag,
  Ledger,
  LedgerOptions,
  LedgerRow,
  Page,
  SignedHead,
  UnsealedRun,
  Witnessing,
  WitnessingOptions,
  HeadMemory,
  RememberedHead,
} from './ledger/index.ts';
export { readPrefix } from './prefix.ts';
export { readContentsOf, readLeaves } from './reads.ts';
export { readAllEvents } from './sealed-reads.ts';
