import { Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { ApprovalsExportQuery, LedgerExportQuery, type ApprovalsExport, type LedgerExport } from '../wire/exports.ts';
import { ExportsService } from './exports.service.ts';

const FILE = (item: string) => ({
  media: ['text/csv', 'application/jsonl'],
  says: `CSV (RFC 4180), or one ${item} a line where format is jsonl.`,
});

/** Lists as files. Runs are exported beside their list. */
@Controller('api/v1')
export class ExportsController {
  private readonly exports: ExportsService;
  constructor(exports: ExportsService) {
    this.exports = exports;
  }

  @Route({
    method: 'GET',
    path: 'approvals/export',
    does: 'The approvals that a filter shows, as a file',
    answers: { 200: FILE('ApprovalView') },
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportApprovals(
    @Caller() auth: Auth,
    @Query({ schema: ApprovalsExportQuery }) asked: ApprovalsExport,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.exports.approvals(auth, asked, reply);
  }

  @Route({
    method: 'GET',
    path: 'ledger/entries/export',
    does: 'The entries of the ledger of your workspaces, as a file',
    answers: { 200: FILE('LedgerEntryView') },
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportLedgerEntries(
    @Caller() auth: Auth,
    @Query({ schema: LedgerExportQuery }) asked: LedgerExport,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.exports.entries(auth, asked, reply);
  }
}
