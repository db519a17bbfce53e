import { Inject, Injectable } from '@nestjs/common';
import type { SpineStore } from '@runseal/spine/postgres';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import { STORE } from '../config/tokens.ts';
import { between } from '../faults/fault-point.ts';
import { ProblemError } from '../problem/problem.ts';
import type { ApprovalDetail, ApprovalPage, ApprovalsFilter, DecisionRequest } from '../wire/approval.ts';
import { viewOf, type ApprovalRow } from './approval-row.ts';
import { ApprovalsRepository } from './approvals.repository.ts';
import { inboxCursorOf, inboxCursorText } from './inbox-cursor.ts';
import { judgeDecision } from './judge-decision.ts';

type Detail = z.output<typeof ApprovalDetail>;

@Injectable()
export class ApprovalsService {
  private readonly repository: ApprovalsRepository;
  private readonly store: SpineStore;
  constructor(repository: ApprovalsRepository, @Inject(STORE) store: SpineStore) {
    this.repository = repository;
    this.store = store;
  }

  async list(auth: Auth, filter: ApprovalsFilter): Promise<z.output<typeof ApprovalPage>> {
    const after = filter.cursor === undefined ? null : inboxCursorOf(filter.cursor);
    const rows = await this.repository.list(auth, filter, after);
    const page = rows.slice(0, filter.limit);
    const last = page.at(-1);
    return {
      items: page.map((row) => viewOf(row, auth)),
      nextCursor:
        rows.length === page.length || last === undefined
          ? null
          : inboxCursorText({
              pending: last.state === 'pending',
              requestedAt: last.requested_at,
              approval: last.approval,
            }),
    };
  }

  async show(auth: Auth, approval: string): Promise<Detail> {
    const row = await this.repository.find(auth, approval);
    if (row === null)
      throw new ProblemError(404, 'approval_unknown', 'There is no approval with this id, or it is not yours to see.');
    return this.detail(row, auth);
  }

  async decide(auth: Auth, approval: string, asked: DecisionRequest): Promise<Detail> {
    const row = await between('deciding', () =>
      this.repository.decide(auth, approval, (found) => judgeDecision(found, auth.principal, asked)),
    );
    return this.detail(row, auth);
  }

  private async detail(row: ApprovalRow, auth: Auth): Promise<Detail> {
    const { content } = await this.store.content(row.run, row.commitment);
    return {
      ...viewOf(row, auth),
      arguments:
        content === null
          ? null
          : {
              text: new TextDecoder().decode(content.bytes),
              media: content.ref.media,
              bytes: content.ref.bytes,
            },
    };
  }
}
