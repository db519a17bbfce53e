/** The ledger on Postgres. */
export type { Lag, Ledger, LedgerRow, Page, SignedHead, UnsealedRun } from './ledger.ts';
export { checkNotRewound, type HeadMemory, type RememberedHead } from './head-memory.ts';
export { openLedger, type LedgerOptions } from './open-ledger.ts';
export { createWitnessing, type Witnessing, type WitnessingOptions } from './witnessing.ts';
