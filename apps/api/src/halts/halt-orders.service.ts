import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { mayUse, type Auth } from '../auth/auth.ts';
import { ProblemError } from '../problem/problem.ts';
import type { HaltOrderList, HaltOrderPlaced, HaltOrderRequest, HaltOrderView } from '../wire/halt.ts';
import { HaltOrdersRepository, type HaltOrderRow } from './halt-orders.repository.ts';

type View = z.output<typeof HaltOrderView>;

@Injectable()
export class HaltOrdersService {
  private readonly repository: HaltOrdersRepository;
  constructor(repository: HaltOrdersRepository) {
    this.repository = repository;
  }

  async place(auth: Auth, { scope, reason }: HaltOrderRequest): Promise<z.output<typeof HaltOrderPlaced>> {
    const { order, halted, replayed } = await this.repository.place(workspaceOf(auth, scope), reason, auth.principal);
    return { ...viewOf(order), halted, replayed };
  }

  async lift(auth: Auth, scope: string): Promise<View> {
    const lifted = await this.repository.lift(workspaceOf(auth, scope), auth.principal);
    if (lifted === null) throw new ProblemError(404, 'halt_unknown', `No halt stands for ${scope}.`);
    return viewOf(lifted);
  }

  async list(auth: Auth): Promise<z.output<typeof HaltOrderList>> {
    return { items: (await this.repository.list(auth)).map(viewOf) };
  }
}

/** Null is everything, and takes a principal that may see everything. */
function workspaceOf(auth: Auth, scope: string): string | null {
  const workspace = scope === 'global' ? null : scope.slice('workspace:'.length);
  const allowed = workspace === null ? auth.workspaces === null : mayUse(auth, workspace);
  if (!allowed) throw new ProblemError(403, 'workspace_denied', `You may not halt or release ${scope}.`);
  return workspace;
}

const viewOf = (row: HaltOrderRow): View => ({
  order: row.halt_order,
  scope: row.workspace === null ? 'global' : `workspace:${row.workspace}`,
  reason: row.reason,
  by: row.placed_by,
  placedAt: row.placed_at.toISOString(),
  liftedBy: row.lifted_by,
  liftedAt: row.lifted_at?.toISOString() ?? null,
});
