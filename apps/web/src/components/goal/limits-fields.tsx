import { TextInput } from '../control/text-input.tsx';
import type { FieldErrors } from './field-errors.ts';
import type { GoalDraft } from './goal-draft.ts';
import classes from './goal.module.css';

interface Props {
  readonly draft: GoalDraft;
  readonly onChange: (next: Partial<GoalDraft>) => void;
  readonly errors: FieldErrors;
}

/** What ends the run whatever it is doing. */
export function LimitsFields({ draft, onChange, errors }: Props) {
  return (
    <fieldset className={classes.limits}>
      <legend>Limits</legend>
      <TextInput
        label="Steps"
        inputMode="numeric"
        value={draft.maxSteps}
        onChange={(event) => onChange({ maxSteps: event.currentTarget.value })}
        error={errors.of('limits.maxSteps')}
      />
      <TextInput
        label="Dispatches"
        inputMode="numeric"
        value={draft.maxCalls}
        onChange={(event) => onChange({ maxCalls: event.currentTarget.value })}
        error={errors.of('limits.maxCalls')}
      />
      <TextInput
        label="Seconds"
        inputMode="numeric"
        value={draft.timeout}
        onChange={(event) => onChange({ timeout: event.currentTarget.value })}
        error={errors.of('limits.timeoutMs')}
      />
    </fieldset>
  );
}
