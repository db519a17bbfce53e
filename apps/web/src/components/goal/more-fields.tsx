import { TextInput } from '../control/text-input.tsx';
import { Textarea } from '../control/textarea.tsx';
import type { FieldErrors } from './field-errors.ts';
import type { GoalDraft } from './goal-draft.ts';
import classes from './goal.module.css';

interface Props {
  readonly draft: GoalDraft;
  readonly onChange: (next: Partial<GoalDraft>) => void;
  readonly errors: FieldErrors;
}

const SHOWN = ['stopCondition', 'guidance', 'verify', 'workspace', 'pool'] as const;

/** What a goal seldom needs to say. Unfolded while something in it was refused. */
export function MoreFields({ draft, onChange, errors }: Props) {
  return (
    <details
      className={classes.more}
      open={draft.verify !== '' || SHOWN.some((field) => errors.of(field) !== undefined) || undefined}
    >
      <summary>Stop condition, guidance, your own check, workspace</summary>
      <div className={classes.fields}>
        <TextInput
          label="Done when …"
          value={draft.stopCondition}
          onChange={(event) => onChange({ stopCondition: event.currentTarget.value })}
          error={errors.of('stopCondition')}
        />
        <Textarea
          label="Guidance"
          description="Placed before the objective"
          value={draft.guidance}
          onChange={(event) => onChange({ guidance: event.currentTarget.value })}
          error={errors.of('guidance')}
          rows={2}
        />
        <Textarea
          label="Verify command"
          description="Your own check, run in the sandbox after the loop: program, then one argument a line"
          value={draft.verify}
          onChange={(event) => onChange({ verify: event.currentTarget.value })}
          error={errors.of('verify')}
          mono
          rows={2}
        />
        <TextInput
          label="Workspace"
          value={draft.workspace}
          onChange={(event) => onChange({ workspace: event.currentTarget.value })}
          error={errors.of('workspace')}
        />
        <TextInput
          label="Budget pool"
          description="A budget of the workspace that this run shares with others"
          value={draft.pool}
          onChange={(event) => onChange({ pool: event.currentTarget.value })}
          error={errors.of('pool')}
        />
      </div>
    </details>
  );
}
