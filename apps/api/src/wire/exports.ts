import { z } from 'zod';
import { ApprovalsQuery } from './approval.ts';
import { LedgerQuery } from './ledger.ts';

const Format = z.enum(['csv', 'jsonl']).default('csv');

/** The filters of the lists: a file has no pages. */
export const ApprovalsExportQuery = ApprovalsQuery.omit({ limit: true, cursor: true }).extend({ format: Format });
export type ApprovalsExport = z.output<typeof ApprovalsExportQuery>;

export const LedgerExportQuery = LedgerQuery.omit({ limit: true }).extend({ format: Format });
export type LedgerExport = z.output<typeof LedgerExportQuery>;
