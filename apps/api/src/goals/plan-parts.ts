import type { Tool } from '@runseal/dispatch';
import type { z } from 'zod';
import { actionOf } from '../wire/grant.ts';
import type { Goal } from '../wire/goal.ts';
import type { GoalPlan } from '../wire/plan.ts';

type Plan = z.output<typeof GoalPlan>;

/** Each granted action once, with its bounds and who must agree to it. */
export function grantPlan(goal: Goal, tools: readonly Tool[]): Plan['grant'] {
  return [...new Set(goal.grant.map(actionOf))].map((action) => {
    const tool = tools.find(({ name }) => name === action);
    return {
      action,
      known: tool !== undefined,
      readOnly: tool?.readOnly ?? false,
      runsPrograms: tool?.runsPrograms ?? false,
      bounds: goal.grant.filter((entry) => typeof entry !== 'string').filter((entry) => entry.action === action),
      approval: goal.approvals?.[action] ?? null,
    };
  });
}

/** Actions there are that the goal does not grant. */
export function refusedBy(goal: Goal, tools: readonly Tool[]): string[] {
  const granted = new Set(goal.grant.map(actionOf));
  return tools.map(({ name }) => name).filter((name) => !granted.has(name));
}

/** Limits that are on, and the brakes. */
export function limitsPlan({ limits: { brakes, ...limits } }: Goal): Pick<Plan, 'limits' | 'brakes'> {
  const on = Object.entries(limits).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return { limits: Object.fromEntries(on), brakes };
}
