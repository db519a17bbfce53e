import { Inject, Injectable } from '@nestjs/common';
import { mayUse, type Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { HaltOrdersRepository } from '../halts/halt-orders.repository.ts';
import { PoolsRepository } from '../pools/pools.repository.ts';
import { ProblemError } from '../problem/problem.ts';
import type { Goal } from '../wire/goal.ts';
import { GoalsRepository } from './goals.repository.ts';

/** Throws ProblemError 403 `workspace_denied`. */
export function requireWorkspace(auth: Auth, workspace: string): void {
  if (!mayUse(auth, workspace))
    throw new ProblemError(403, 'workspace_denied', `You may not use the workspace ${workspace}.`);
}

/** What refuses a goal because of how things stand now, not because of what it says. Each throws ProblemError. */
@Injectable()
export class GoalGate {
  private readonly goals: GoalsRepository;
  private readonly orders: HaltOrdersRepository;
  private readonly pools: PoolsRepository;
  private readonly maxQueued: number;
  constructor(
    goals: GoalsRepository,
    orders: HaltOrdersRepository,
    pools: PoolsRepository,
    @Inject(CONFIG) config: Config,
  ) {
    this.goals = goals;
    this.orders = orders;
    this.pools = pools;
    this.maxQueued = config.maxQueued;
  }

  async checkHalt(workspace: string): Promise<void> {
    const order = await this.orders.standing(workspace);
    if (order === null) return;
    const what = order.workspace === null ? 'Everything is' : `The workspace ${workspace} is`;
    throw new ProblemError(409, 'halt_stands', `${what} halted by ${order.placed_by}: ${order.reason}`);
  }

  async checkPool({ workspace, pool }: Goal): Promise<void> {
    if (pool === undefined || (await this.pools.exists(workspace, pool))) return;
    const message = `The workspace ${workspace} has no pool ${pool}. POST /api/v1/pools makes one.`;
    throw new ProblemError(422, 'pool_unknown', message, { errors: [{ path: 'pool', message }] });
  }

  async checkThread({ workspace, harness, thread }: Goal): Promise<void> {
    const run = thread?.continues;
    if (run === undefined) return;
    const found = await this.goals.harnessOf(workspace, run);
    if (found === harness) return;
    const what =
      found === null ? `there is no such run in the workspace ${workspace}` : `that run was driven by ${found}`;
    const message = `The conversation of the run ${run} cannot be gone on with: ${what}.`;
    throw new ProblemError(422, 'thread_unusable', message, { errors: [{ path: 'thread.continues', message }] });
  }

  async checkQueue(workspace: string): Promise<void> {
    if ((await this.goals.queued(workspace)) >= this.maxQueued)
      throw new ProblemError(
        429,
        'queue_full',
        `The workspace ${workspace} has ${this.maxQueued} goals waiting. Try again later.`,
        { retryAfter: 5 },
      );
  }
}
