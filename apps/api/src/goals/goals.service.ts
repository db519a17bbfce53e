import { Inject, Injectable } from '@nestjs/common';
import type { Sandbox, Tool } from '@runseal/dispatch';
import type { DriverRegistry } from '@runseal/harness';
import { commitContent } from '@runseal/spine';
import type { FastifyReply } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, REGISTRY, REMOTES, SANDBOX, TOOLS } from '../config/tokens.ts';
import { between } from '../faults/fault-point.ts';
import { ProblemError } from '../problem/problem.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import { wordsOf } from '../runs/words.ts';
import type { Goal, GoalAccepted, GoalAsked } from '../wire/goal.ts';
import { WorkspaceGrantsService } from '../workspaces/workspace-grants.service.ts';
import { admitGoal, type Means } from './admission.ts';
import { GOAL_MEDIA, goalBytes, goalHash, goalOf } from './goal-bytes.ts';
import { GoalGate, requireWorkspace } from './goal-gate.ts';
import { GoalsRepository, type NewGoal, type Submitted } from './goals.repository.ts';

const KEY = /^[\x21-\x7e]{1,200}$/;

type Accepted = z.output<typeof GoalAccepted>;

@Injectable()
export class GoalsService {
  private readonly repository: GoalsRepository;
  private readonly gate: GoalGate;
  private readonly grants: WorkspaceGrantsService;
  private readonly remotes: RemoteHarnesses;
  private readonly means: Means;
  constructor(
    repository: GoalsRepository,
    gate: GoalGate,
    grants: WorkspaceGrantsService,
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(TOOLS) tools: readonly Tool[],
    @Inject(REMOTES) remotes: RemoteHarnesses,
    @Inject(SANDBOX) sandbox: Sandbox,
    @Inject(CONFIG) config: Config,
  ) {
    this.repository = repository;
    this.gate = gate;
    this.grants = grants;
    this.remotes = remotes;
    this.means = { registry, tools, sandbox, env: config.env };
  }

  async submit(auth: Auth, asked: GoalAsked, key: string | undefined, reply: FastifyReply): Promise<Accepted> {
    requireWorkspace(auth, asked.workspace);
    if (key !== undefined && !KEY.test(key))
      throw new ProblemError(400, 'idempotency_key_invalid', 'Idempotency-Key: 1 to 200 visible ASCII characters.');
    const earlier = await this.earlier(auth, asked, key);
    if (earlier !== null) return this.answer(reply, earlier, true);

    const goal = await this.grants.granted(asked);
    const bytes = goalBytes(goal);

    await this.gate.checkHalt(goal.workspace);
    await this.gate.checkPool(goal);
    await this.gate.checkThread(goal);
    const { driver, profile } = await admitGoal(goal, this.meansFor(goal));
    await this.gate.checkQueue(goal.workspace);
    const { ref, salt } = commitContent(bytes, GOAL_MEDIA);
    const fresh: NewGoal = {
      run: uuidv7(),
      workspace: goal.workspace,
      principal: auth.principal,
      idempotencyKey: key ?? null,
      goal: bytes,
      goalHash: goalHash(bytes),
      goalSalt: salt,
      goalCommitment: ref.commitment,
      objective: preview(goal.objective),
      words: wordsOf(goal.objective),
      harness: goal.harness,
      harnessKind: driver.describe().kind,
      profile,
      model: goal.model ?? null,
    };
    if (await between('taking the goal', () => this.repository.submit(fresh)))
      return this.answer(reply, { run: fresh.run, state: 'queued' }, false);
    // The same key arrived twice at once; the other one won and is durable now.
    return this.answer(reply, (await this.earlier(auth, asked, key))!, true);
  }

  private meansFor({ harness }: Goal): Means {
    return { ...this.means, tools: this.remotes.toolsFor(harness, this.means.tools) };
  }

  /** What is the same goal does not change with the grant of its workspace: the one that was taken has the grant it has. */
  private async earlier(auth: Auth, asked: GoalAsked, key: string | undefined): Promise<Submitted | null> {
    if (key === undefined) return null;
    const found = await this.repository.submitted(asked.workspace, auth.principal, key);
    if (found === null) return null;
    const goal = { ...asked, grant: asked.grant ?? goalOf(found.goal).grant };
    if (!found.goalHash.equals(goalHash(goalBytes(goal))))
      throw new ProblemError(
        409,
        'idempotency_conflict',
        `This Idempotency-Key was used for another goal (run ${found.run}). Use a new key.`,
      );
    return found;
  }

  private answer(reply: FastifyReply, { run, state }: { run: string; state: string }, replayed: boolean): Accepted {
    void reply.status(replayed ? 200 : 201).header('location', `/api/v1/runs/${run}`);
    return { run, state, replayed };
  }
}

/** For lists only. Half a character must not be cut. */
const preview = (objective: string): string => objective.slice(0, 280).toWellFormed();
