import type { z } from 'zod';
import { goalOf } from '../goals/goal-bytes.ts';
import { actionOf } from '../wire/grant.ts';
import type { TurnState } from '../sessions/session-row.ts';
import type { RunState, RunSummary } from '../wire/run.ts';

/** A run as it lies in the table, without the goal's bytes, which may be many. int8 arrives as text. */
export interface RunRow {
  readonly run: string;
  readonly workspace: string;
  readonly principal: string;
  readonly objective: string;
  readonly harness: string;
  readonly harness_kind: 'native' | 'external';
  readonly profile: string | null;
  readonly model: string | null;
  readonly state: z.output<typeof RunState>;
  readonly sealed_at: Date | null;
  readonly error_code: string | null;
  readonly error: string | null;
  readonly vouches: string | null;
  readonly events: string;
  readonly enforced: string;
  readonly attested: string;
  readonly unobserved: string;
  readonly halt_reason: string | null;
  readonly halt_by: string | null;
  readonly halt_scope: 'workspace' | 'global' | null;
  readonly awaiting: boolean;
  readonly session: boolean;
  /** Of a session: its last turn. */
  readonly last_turn: { readonly turn: number; readonly state: TurnState } | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  /** Counted when the run was sealed; null until then. */
  readonly tools: readonly string[] | null;
  readonly gaps: Readonly<Record<string, number>> | null;
  readonly native_calls: string | null;
  readonly drifted: boolean | null;
  readonly harness_version: string | null;
  /** `name:state` each. */
  readonly verdicts: readonly string[] | null;
  readonly verified_at: Date | null;
}

export type Summary = z.output<typeof RunSummary>;

/** What lists show. */
export function summaryOf(row: RunRow): Summary {
  return {
    run: row.run,
    workspace: row.workspace,
    harness: row.harness,
    harnessKind: row.harness_kind,
    profile: row.profile,
    model: row.model,
    objective: row.objective,
    state: row.state,
    sealed: row.sealed_at !== null,
    events: Number(row.events),
    tiers: { enforced: Number(row.enforced), attested: Number(row.attested), unobserved: Number(row.unobserved) },
    errorCode: row.error_code,
    error: row.error,
    principal: row.principal,
    awaitingApproval: row.awaiting,
    session: row.session ? { turns: row.last_turn?.turn ?? 0, lastTurn: row.last_turn?.state ?? null } : null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    harnessVersion: row.harness_version,
    tools: row.tools === null ? null : [...row.tools],
    gaps: row.gaps,
    nativeCalls: row.native_calls === null ? null : Number(row.native_calls),
    drifted: row.drifted,
    verification:
      row.verified_at === null
        ? null
        : { at: row.verified_at.toISOString(), verdicts: Object.fromEntries((row.verdicts ?? []).map(parted)) },
  };
}

function parted(verdict: string): [string, string] {
  const [name = '', state = ''] = verdict.split(':');
  return [name, state];
}

/** What the goal itself says, beside the summary. */
export function askedOf(bytes: Uint8Array) {
  const goal = goalOf(bytes);
  const { brakes, ...limits } = goal.limits;
  return {
    objectiveText: goal.objective,
    stopCondition: goal.stopCondition ?? null,
    grant: goal.grant.map(actionOf),
    grantScopes: goal.grant.filter((entry) => typeof entry !== 'string'),
    approvals: goal.approvals ?? {},
    limits: given(limits),
    brakes,
    containmentFloor: goal.containmentFloor,
  };
}

/** Limits that were given: one that is optional and absent is no limit. */
const given = (limits: Readonly<Record<string, number | undefined>>): Record<string, number> =>
  Object.fromEntries(Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== undefined));
