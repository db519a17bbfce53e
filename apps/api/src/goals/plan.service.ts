import { Inject, Injectable } from '@nestjs/common';
import type { Sandbox, Tool } from '@runseal/dispatch';
import type { Driver, DriverRegistry } from '@runseal/harness';
import type { z } from 'zod';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config/config.ts';
import { CONFIG, REGISTRY, REMOTES, SANDBOX, TOOLS } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import type { RemoteHarnesses } from '../remotes/remote-harnesses.ts';
import type { Goal, GoalAsked } from '../wire/goal.ts';
import { WorkspaceGrantsService } from '../workspaces/workspace-grants.service.ts';
import type { GoalPlan } from '../wire/plan.ts';
import { checksOf, driverOf, profileOf, runsPrograms, type Means } from './admission.ts';
import { GoalGate, requireWorkspace } from './goal-gate.ts';
import { grantPlan, limitsPlan, refusedBy } from './plan-parts.ts';

type Plan = z.output<typeof GoalPlan>;
type Problem = Plan['problems'][number];

/** Dry runs: what a goal would come to. Nothing is written, nothing is started. */
@Injectable()
export class PlanService {
  private readonly gate: GoalGate;
  private readonly grants: WorkspaceGrantsService;
  private readonly remotes: RemoteHarnesses;
  private readonly means: Means;
  constructor(
    gate: GoalGate,
    grants: WorkspaceGrantsService,
    @Inject(REGISTRY) registry: DriverRegistry,
    @Inject(TOOLS) tools: readonly Tool[],
    @Inject(REMOTES) remotes: RemoteHarnesses,
    @Inject(SANDBOX) sandbox: Sandbox,
    @Inject(CONFIG) config: Config,
  ) {
    this.gate = gate;
    this.grants = grants;
    this.remotes = remotes;
    this.means = { registry, tools, sandbox, env: config.env };
  }

  /** Throws ProblemError 403 `workspace_denied`, 422 `harness_unknown`, `profile_unknown`: without these there is no plan. */
  async plan(auth: Auth, asked: GoalAsked): Promise<Plan> {
    requireWorkspace(auth, asked.workspace);
    const goal = await this.grants.granted(asked);
    const { registry, sandbox } = this.means;
    const tools = this.remotes.toolsFor(goal.harness, this.means.tools);
    const driver = driverOf(goal, registry);
    const profile = profileOf(goal, driver);
    const [problems, probe, readiness] = await Promise.all([
      this.problems(goal, driver, tools),
      sandbox.probe(),
      driver.ready(this.means.env),
    ]);
    const { name, title, kind, enforcement, gatewayEnforcement } = driver.describe();
    const led = goal.gateway && gatewayEnforcement !== undefined;
    return {
      accepted: problems.length === 0,
      problems,
      workspace: goal.workspace,
      harness: {
        name,
        title,
        kind,
        profile,
        version: readiness.version,
        model: goal.model ?? null,
        gateway: kind === 'native' ? 'native' : led ? 'led' : goal.gateway ? 'not_possible' : 'not_asked',
      },
      grant: grantPlan(goal, tools),
      refused: refusedBy(goal, tools),
      ...limitsPlan(goal),
      pool: goal.pool ?? null,
      containment: {
        floor: goal.containmentFloor,
        enforced: probe.level,
        reason: probe.reason,
        needed: runsPrograms(goal, driver, tools),
      },
      enforcement: profile === null ? {} : { ...(led ? gatewayEnforcement : enforcement)[profile] },
      check: goal.verify?.command ?? null,
      files: { count: goal.files.length, bytes: goal.files.reduce((sum, file) => sum + bytesOf(file), 0) },
    };
  }

  private async problems(goal: Goal, driver: Driver, tools: readonly Tool[]): Promise<Problem[]> {
    const checks = [
      () => this.gate.checkHalt(goal.workspace),
      () => this.gate.checkPool(goal),
      () => this.gate.checkThread(goal),
      ...checksOf(goal, driver, { ...this.means, tools }),
      () => this.gate.checkQueue(goal.workspace),
    ];
    const found: Problem[] = [];
    for (const check of checks) {
      const problem = await refusalOf(check);
      if (problem !== null) found.push(problem);
    }
    return found;
  }
}

async function refusalOf(check: () => void | Promise<void>): Promise<Problem | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { code: error.code, detail: error.message, path: error.errors?.[0]?.path ?? null };
  }
}

const bytesOf = ({ content, encoding }: Goal['files'][number]): number => Buffer.byteLength(content, encoding);
