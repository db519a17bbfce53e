import { Inject, Injectable } from '@nestjs/common';
import { openLifecycle, type Hold, type Lifecycle, type Prune, type RunKept, type Sql } from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import { requireAdmin } from '../auth/require-admin.ts';
import { SQL } from '../config/tokens.ts';
import { requireWorkspace } from '../goals/goal-gate.ts';
import { codeOf } from '../problem/code-of.ts';
import { ErasureRepository } from '../erasure/erasure.repository.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { requireKept } from '../records/records.service.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { z } from 'zod';
import type { PruneAsked, RetentionAsked, RetentionPreview, RetentionPreviewAsked } from '../wire/retention.ts';

/** Holds, pruning and retention. The database refuses what a hold forbids and what one person alone may not do. */
@Injectable()
export class RetentionService {
  private readonly runs: RunsRepository;
  private readonly erasures: ErasureRepository;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, erasures: ErasureRepository, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.erasures = erasures;
    this.lifecycle = openLifecycle(sql);
  }

  async holds(auth: Auth, run: string) {
    await visibleRun(this.runs, auth, run);
    const items = (await this.lifecycle.holds(run)).map(holdView);
    return { held: items.some(({ liftedAt }) => liftedAt === null), items };
  }

  async placeHold(auth: Auth, run: string, reason: string) {
    await this.decide(auth, run);
    // Nothing is left that a hold could keep.
    await requireKept(this.lifecycle, run);
    return holdView(await this.lifecycle.placeHold(run, auth.principal, reason));
  }

  async liftHold(auth: Auth, run: string, reason: string) {
    await this.decide(auth, run);
    return holdView(await this.lifecycle.liftHold(run, auth.principal, reason));
  }

  async prune(auth: Auth, run: string) {
    await visibleRun(this.runs, auth, run);
    const prune = await this.lifecycle.prune(run);
    if (prune === null) throw new ProblemError(404, 'prune_not_requested', 'Nobody asked to remove this run.');
    return pruneView(run, prune);
  }

  async requestPrune(auth: Auth, run: string, asked: PruneAsked) {
    await this.decide(auth, run);
    return pruneView(run, await this.lifecycle.requestPrune(run, auth.principal, asked));
  }

  async confirmPrune(auth: Auth, run: string) {
    await this.decide(auth, run);
    const prune = await this.lifecycle.confirmPrune(run, auth.principal);
    await this.erasures.redactAll(run);
    return pruneView(run, prune);
  }

  async retentions(auth: Auth) {
    const items = await this.lifecycle.retentions();
    return {
      items: items
        .filter(({ workspace }) => auth.workspaces?.includes(workspace) ?? true)
        .map((item) => ({ ...item, setAt: item.setAt.toISOString() })),
    };
  }

  async preview(auth: Auth, asked: RetentionPreviewAsked): Promise<z.output<typeof RetentionPreview>> {
    const { workspace, limit, cursor } = asked;
    requireWorkspace(auth, workspace);
    if (cursor !== undefined && (await this.runs.find(auth, cursor)) === null)
      throw new ProblemError(400, 'cursor_invalid', 'cursor must be the nextCursor of a page before.');
    const policyDays = (await this.lifecycle.retentions()).find((one) => one.workspace === workspace)?.days ?? null;
    const days = asked.days ?? policyDays;
    if (days === null)
      throw new ProblemError(
        404,
        'retention_not_set',
        `No retention is set for ${workspace}: its content is kept. Say for how many days to see what such a policy would erase.`,
      );
    const { runs, nextAt, ...sums } = await this.lifecycle
      .previewRetention({ workspace, days, after: cursor ?? null, limit: limit + 1 })
      .catch(tooMuch);
    const page = runs.slice(0, limit);
    return {
      ...{ workspace, days, policyDays, ...sums, nextAt: nextAt?.toISOString() ?? null },
      items: page.map(keptView),
      nextCursor: runs.length > page.length ? (page.at(-1)?.run ?? null) : null,
    };
  }

  async setRetention(auth: Auth, { workspace, days, reason }: RetentionAsked) {
    requireAdmin(auth);
    await this.lifecycle.setRetention(workspace, days, auth.principal, reason);
    return this.retentions(auth);
  }

  private async decide(auth: Auth, run: string): Promise<void> {
    requireAdmin(auth);
    await visibleRun(this.runs, auth, run);
  }
}

/** A question that the database ended because it took too long. */
function tooMuch(cause: unknown): never {
  if (codeOf(cause) !== '57014') throw cause;
  const sentence = `There is more content in this workspace than can be summed up in time. What is due goes all the same.`;
  throw new ProblemError(422, 'search_too_long', sentence, { cause });
}

const keptView = ({ sealedAt, dueAt, hold, ...run }: RunKept) => ({
  ...run,
  sealedAt: sealedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  hold: hold && { ...hold, placedAt: hold.placedAt.toISOString() },
});

const holdView = (hold: Hold) => ({
  ...hold,
  placedAt: hold.placedAt.toISOString(),
  liftedAt: hold.liftedAt?.toISOString() ?? null,
});

const pruneView = (run: string, prune: Prune) => ({
  run,
  ...prune,
  requestedAt: prune.requestedAt.toISOString(),
  confirmedAt: prune.confirmedAt?.toISOString() ?? null,
});
