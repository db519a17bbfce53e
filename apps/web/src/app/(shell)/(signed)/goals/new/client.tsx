'use client';

import { useState } from 'react';
import { useRouter } from 'next/navigation';
import { useHarnesses, useTools } from '../../../../../api/use-catalogue.ts';
import { usePlanGoal, useSubmitGoal } from '../../../../../api/use-goal.ts';
import type { GoalInput } from '../../../../../api/wire.ts';
import { GoalForm } from '../../../../../components/goal/goal-form.tsx';
import { PageHeader } from '../../../../../components/shell/page-header.tsx';
import { ErrorState } from '../../../../../components/state/error-state.tsx';
import { RowSkeleton } from '../../../../../components/state/row-skeleton.tsx';
import { newIdempotencyKey } from './idempotency-key.ts';

/** Submits a goal and goes to its run. */
export function NewGoalClient() {
  const harnesses = useHarnesses();
  const tools = useTools();
  const submit = useSubmitGoal();
  const plan = usePlanGoal();
  const router = useRouter();
  const [attempt, setAttempt] = useState<{ readonly goal: string; readonly key: string } | null>(null);
  const send = (goal: GoalInput): void => {
    // The same goal sent again, after an answer that got lost, is the same run; a corrected goal is another.
    const text = JSON.stringify(goal);
    const key = attempt?.goal === text ? attempt.key : newIdempotencyKey();
    setAttempt({ goal: text, key });
    submit.mutate({ goal, idempotencyKey: key }, { onSuccess: ({ run }) => router.push(`/runs/${run}`) });
  };
  const failed = harnesses.isLoadingError ? harnesses : tools.isLoadingError ? tools : null;
  return (
    <>
      <PageHeader title="New goal" />
      {failed !== null && <ErrorState error={failed.error} retry={failed.refetch} />}
      {(harnesses.isPending || tools.isPending) && <RowSkeleton rows={8} />}
      {harnesses.data !== undefined && tools.data !== undefined && (
        <GoalForm
          harnesses={harnesses.data}
          tools={tools.data}
          busy={submit.isPending || submit.isSuccess}
          planning={plan.isPending}
          plan={plan.data === undefined ? null : { goal: JSON.stringify(plan.variables), plan: plan.data }}
          error={submit.error ?? plan.error}
          onSubmit={send}
          onPlan={(goal) => {
            submit.reset();
            plan.mutate(goal);
          }}
        />
      )}
    </>
  );
}
