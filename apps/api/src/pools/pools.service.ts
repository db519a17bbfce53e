import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { mayUse, type Auth } from '../auth/auth.ts';
import { ProblemError } from '../problem/problem.ts';
import type { PoolList, PoolRequest, PoolView } from '../wire/pool.ts';
import { PoolsRepository, type PoolRow } from './pools.repository.ts';

type View = z.output<typeof PoolView>;

@Injectable()
export class PoolsService {
  private readonly repository: PoolsRepository;
  constructor(repository: PoolsRepository) {
    this.repository = repository;
  }

  async put(auth: Auth, asked: PoolRequest): Promise<View> {
    if (!mayUse(auth, asked.workspace))
      throw new ProblemError(403, 'workspace_denied', `You may not use the workspace ${asked.workspace}.`);
    return viewOf(await this.repository.put(asked));
  }

  async list(auth: Auth): Promise<z.output<typeof PoolList>> {
    return { items: (await this.repository.list(auth)).map(viewOf) };
  }
}

const viewOf = (row: PoolRow): View => ({
  workspace: row.workspace,
  pool: row.pool,
  calls: standing(row.calls_limit, row.calls_used, row.calls_held),
  tokens: standing(row.tokens_limit, row.tokens_used, row.tokens_held),
  costMicros: standing(row.cost_limit, row.cost_used, row.cost_held),
});

const standing = (limit: string | null, used: string, held: string) => ({
  limit: limit === null ? null : Number(limit),
  used: Number(used),
  held: Number(held),
});
