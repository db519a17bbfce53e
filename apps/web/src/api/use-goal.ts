import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import type { GoalAccepted, GoalInput, GoalPlan } from './wire.ts';

export interface Submission {
  readonly goal: GoalInput;
  /** One per filled-in form: a second press of the button is the same run. */
  readonly idempotencyKey: string;
}

/** What a goal would come to. Nothing is written or started. */
export function usePlanGoal() {
  return useMutation({
    mutationFn: (goal: GoalInput) => answerOf<GoalPlan>(api.POST('/api/v1/goals/dry-run', { body: goal })),
  });
}

/** Submits a goal. */
export function useSubmitGoal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ goal, idempotencyKey }: Submission) =>
      answerOf<GoalAccepted>(
        api.POST('/api/v1/goals', { body: goal, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
