import { Injectable, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { ApprovalsService } from '../approvals/approvals.service.ts';
import type { Auth } from '../auth/auth.ts';
import { LedgerService } from '../ledger/ledger.service.ts';
import type { ApprovalView } from '../wire/approval.ts';
import type { ApprovalsExport, LedgerExport } from '../wire/exports.ts';
import type { LedgerEntryView } from '../wire/ledger.ts';
import type { Column } from './csv.ts';
import { listFile } from './list-file.ts';

type Approval = z.output<typeof ApprovalView>;
type Entry = z.output<typeof LedgerEntryView>;

const APPROVALS_PAGE = 200;
const ENTRIES_PAGE = 1_000;

/** Exactly what the lists show under the same filter. */
@Injectable()
export class ExportsService {
  private readonly inbox: ApprovalsService;
  private readonly ledger: LedgerService;
  constructor(inbox: ApprovalsService, ledger: LedgerService) {
    this.inbox = inbox;
    this.ledger = ledger;
  }

  approvals(auth: Auth, { format, ...filter }: ApprovalsExport, reply: FastifyReply): StreamableFile {
    const page = async (cursor: string | null) => {
      const more = cursor === null ? {} : { cursor };
      const { items, nextCursor } = await this.inbox.list(auth, { ...filter, ...more, limit: APPROVALS_PAGE });
      return { items, next: nextCursor };
    };
    return listFile({ name: 'approvals', format, columns: APPROVAL_COLUMNS }, page, reply);
  }

  entries(auth: Auth, { format, after }: LedgerExport, reply: FastifyReply): StreamableFile {
    const page = async (cursor: number | null) => {
      const { items, nextAfter } = await this.ledger.entries(auth, { after: cursor ?? after, limit: ENTRIES_PAGE });
      return { items, next: nextAfter };
    };
    return listFile({ name: 'ledger', format, columns: ENTRY_COLUMNS }, page, reply);
  }
}

const APPROVAL_COLUMNS: readonly Column<Approval>[] = [
  { name: 'approval', of: ({ approval }) => approval },
  { name: 'run', of: ({ run }) => run },
  { name: 'workspace', of: ({ workspace }) => workspace },
  { name: 'call', of: ({ call }) => call },
  { name: 'action', of: ({ action }) => action },
  { name: 'scope', of: ({ scope }) => scope },
  { name: 'about', of: ({ about }) => about ?? '(erased)' },
  { name: 'principal', of: ({ principal }) => principal },
  { name: 'state', of: ({ state }) => state },
  { name: 'required', of: ({ required }) => required },
  { name: 'of', of: (approval) => approval.of.join(' ') },
  { name: 'requested_at', of: ({ requestedAt }) => requestedAt },
  { name: 'expires_at', of: ({ expiresAt }) => expiresAt },
  { name: 'arguments_commitment', of: ({ argumentsCommitment }) => argumentsCommitment },
  {
    name: 'decisions',
    of: ({ decisions }) =>
      decisions.map(({ principal, decision, reason }) => `${principal}: ${decision}, ${reason}`).join('\n'),
  },
];

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  { name: 'index', of: ({ index }) => index },
  { name: 'kind', of: ({ kind }) => kind },
  { name: 'subject', of: ({ subject }) => subject },
  { name: 'workspace', of: ({ workspace }) => workspace },
  { name: 'leaf', of: ({ leaf }) => leaf },
  { name: 'fields', of: ({ fields }) => JSON.stringify(fields) },
  { name: 'entry', of: ({ entry }) => entry },
];
