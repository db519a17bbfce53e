import { grantOf, grantScopes } from '@runseal/dispatch';
import { commitContent, draftOf, type EventDraft } from '@runseal/spine';
import { withEgress } from '@runseal/externagent';
import type { ProbedProfile } from '@runseal/externagent/evidence';
import type { HarnessDescription, Readiness } from '@runseal/harness';
import { VERSION } from '../config/version.ts';
import { GOAL_MEDIA } from '../goals/goal-bytes.ts';
import { actionOf } from '../wire/grant.ts';
import type { Goal } from '../wire/goal.ts';
import type { Claim } from './claims.repository.ts';
import { approvalsOnRecord, limitsOnRecord } from './limits-of.ts';
import { probeOnRecord } from './probe-on-record.ts';

/** What the harness says of itself, as far as it could be asked. */
export interface Opened {
  readonly harness: HarnessDescription | null;
  readonly readiness: Readiness | null;
  /** What came of trying it; null when it was not tried. */
  readonly probed: ProbedProfile | null;
}

/**
 * The first two events of every run: what is about to happen and on whose behalf. The goal's commitment in the first is
 * that of the content in the second, and that of the run's opening in the ledger.
 */
export function openingDrafts(claim: Claim, goal: Goal, { harness, readiness, probed }: Opened): readonly EventDraft[] {
  const submitted = commitContent(claim.goal, GOAL_MEDIA, claim.goalSalt ?? undefined);
  const objective = commitContent(Buffer.from(goal.objective, 'utf8'), 'text/plain; charset=utf-8');
  const opened = draftOf(
    'run.opened',
    'system',
    {
      run: claim.run,
      workspace: claim.workspace,
      goal_commitment: submitted.ref.commitment,
      objective: objective.ref,
      harness: goal.harness,
      harness_kind: harness?.kind ?? 'native',
      adapter_version: harness?.adapterVersion ?? null,
      cli_version: harness?.kind === 'external' ? (readiness?.version ?? null) : null,
      model: goal.model ?? null,
      grant: goal.grant.map(actionOf),
      ...bounds(goal),
      limits: limitsOnRecord(goal),
      containment_floor: goal.containmentFloor,
      ...(goal.egress !== undefined && goal.egress.length > 0 && { egress: goal.egress }),
      enforcement_profile: { ...(claim.profile === null ? {} : enforcementOf(goal, harness, claim.profile)) },
      profile: claim.profile,
      ...(harness?.kind === 'external' && {
        enforcement_probe: probeOnRecord(probed, enforcementOf(goal, harness, claim.profile ?? '')),
      }),
      software_version: VERSION,
    },
    { contents: [objective] },
  );
  const asked = draftOf(
    'goal.submitted',
    'human',
    { principal: claim.principal, goal: submitted.ref },
    { principal: claim.principal, contents: [submitted] },
  );
  return [opened, asked];
}

function enforcementOf({ gateway, egress = [] }: Goal, harness: HarnessDescription | null, profile: string) {
  const led = (gateway ? harness?.gatewayEnforcement : undefined) ?? harness?.enforcement;
  return withEgress(led?.[profile] ?? {}, egress);
}

/** What narrows the grant, where anything does. */
function bounds(goal: Goal) {
  const grant_scopes = grantScopes(grantOf(goal.grant));
  const approvals = approvalsOnRecord(goal);
  return {
    ...(grant_scopes.length > 0 && { grant_scopes }),
    ...(Object.keys(approvals).length > 0 && { approvals }),
  };
}
