'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { Select } from '../control/select.tsx';
import { TextInput } from '../control/text-input.tsx';
import { Textarea } from '../control/textarea.tsx';
import { Checkbox } from '../control/tick.tsx';
import type { GoalInput, GoalPlan, HarnessView, ToolView } from '../../api/wire.ts';
import { fieldErrors } from './field-errors.ts';
import { FilesField } from './files-field.tsx';
import { EMPTY_DRAFT, goalOf, type ContainmentFloor, type GoalDraft } from './goal-draft.ts';
import { boundsOf, schemaProblem } from './grant-draft.ts';
import { GrantField } from './grant-field.tsx';
import { HarnessField } from './harness-field.tsx';
import { LimitsFields } from './limits-fields.tsx';
import { MoreFields } from './more-fields.tsx';
import { PlanView } from './plan-view.tsx';
import { TemplateBar } from './template-bar.tsx';
import classes from './goal.module.css';

const FLOORS: readonly { readonly value: ContainmentFloor; readonly label: string }[] = [
  { value: 'process', label: 'process: a program of its own, no more' },
  { value: 'kernel', label: 'kernel: namespaces and seccomp' },
  { value: 'container', label: 'container' },
  { value: 'microvm', label: 'microVM: a kernel of its own' },
];

interface Props {
  readonly harnesses: readonly HarnessView[];
  readonly tools: readonly ToolView[];
  readonly busy: boolean;
  readonly planning: boolean;
  /** The last dry run, and the goal it was about as JSON. */
  readonly plan: { readonly goal: string; readonly plan: GoalPlan } | null;
  readonly error: Error | null;
  readonly onSubmit: (goal: GoalInput) => void;
  /** Asks what the goal would come to; nothing is started. */
  readonly onPlan: (goal: GoalInput) => void;
}

/** Everything a goal can say, what matters first. */
export function GoalForm({ harnesses, tools, busy, planning, plan, error, onSubmit, onPlan }: Props) {
  const [draft, setDraft] = useState<GoalDraft>(EMPTY_DRAFT);
  const change = (next: Partial<GoalDraft>): void => setDraft({ ...draft, ...next });
  const errors = fieldErrors(error);
  const harness = harnesses.find(({ name }) => name === draft.harness);
  const readable = draft.grant.every((action) => schemaProblem(boundsOf(draft.bounds, action).schema) === null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (readable) onSubmit(goalOf(draft));
  };
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {errors.rest !== null && (
        <p role="alert" className={classes.refused}>
          {errors.rest}
        </p>
      )}
      <TemplateBar draft={draft} onTake={change} />
      <Textarea
        label="Objective"
        description="What the agent should achieve, in words"
        value={draft.objective}
        onChange={(event) => change({ objective: event.currentTarget.value })}
        error={errors.of('objective')}
        rows={4}
        required
      />
      <HarnessField
        harnesses={harnesses}
        value={draft.harness}
        onChange={(name) => change({ harness: name, profile: '', model: '' })}
        error={errors.of('harness')}
      />
      {harness !== undefined && harness.profiles.length > 0 && (
        <Select
          label="Profile"
          description="What holds the harness’s own surfaces"
          options={harness.profiles}
          value={draft.profile === '' ? (harness.profiles[0] ?? '') : draft.profile}
          onChange={(profile) => change({ profile })}
          error={errors.of('profile')}
        />
      )}
      {(harness?.needsModel === true || harness?.kind === 'external') && (
        <TextInput
          label="Model"
          value={draft.model}
          onChange={(event) => change({ model: event.currentTarget.value })}
          error={errors.of('model')}
          required={harness.needsModel}
        />
      )}
      {harness?.kind === 'external' && harness.gatewayEnforcement !== null && (
        <Checkbox
          label="Lead its model calls through our gateway"
          description="They are recorded then, and the provider’s key stays out of the harness. Without it they are a gap."
          checked={draft.gateway}
          onChange={(event) => change({ gateway: event.currentTarget.checked })}
        />
      )}
      <GrantField
        tools={tools}
        grant={draft.grant}
        bounds={draft.bounds}
        onGrant={(grant) => change({ grant })}
        onBounds={(bounds) => change({ bounds })}
        error={errors.of('grant') ?? errors.of('approvals')}
      />
      <Select
        label="Containment, at least"
        description="A run that cannot have this is refused, never downgraded"
        options={FLOORS}
        value={draft.containmentFloor}
        onChange={(value) =>
          change({ containmentFloor: FLOORS.find((floor) => floor.value === value)?.value ?? 'kernel' })
        }
        error={errors.of('containmentFloor')}
      />
      <LimitsFields draft={draft} onChange={change} errors={errors} />
      <FilesField files={draft.files} onChange={(files) => change({ files })} error={errors.of('files')} />
      <MoreFields draft={draft} onChange={change} errors={errors} />
      <div className={classes.row}>
        <Button type="submit" loading={busy} disabled={!readable}>
          Submit the goal
        </Button>
        <Button variant="default" loading={planning} disabled={!readable} onClick={() => onPlan(goalOf(draft))}>
          Dry run
        </Button>
      </div>
      {plan !== null && <PlanView plan={plan.plan} stale={!readable || plan.goal !== JSON.stringify(goalOf(draft))} />}
    </form>
  );
}
