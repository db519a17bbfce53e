import { Select } from '../control/select.tsx';
import { TextInput } from '../control/text-input.tsx';
import { Textarea } from '../control/textarea.tsx';
import type { ToolView } from '../../api/wire.ts';
import { Term } from '../glossary/term.tsx';
import { schemaProblem, type BoundsDraft } from './grant-draft.ts';
import classes from './goal.module.css';

interface Props {
  readonly tool: ToolView;
  readonly bounds: BoundsDraft;
  readonly onChange: (next: Partial<BoundsDraft>) => void;
}

const TRUSTS = [
  { value: 'trusted', label: 'trusted: any containment will do' },
  { value: 'semi_trusted', label: 'half trusted: kernel at least' },
  { value: 'untrusted', label: 'untrusted: a micro-VM at least' },
] as const;

/** What narrows one granted action, and who must agree before it runs. */
export function BoundsFields({ tool, bounds, onChange }: Props) {
  const narrowed = Object.values(bounds).some((value) => value !== '');
  return (
    <details className={classes.bounds} data-bounds={tool.name} open={narrowed || undefined}>
      <summary>
        Bounds and approval<span className="visually-hidden"> of {tool.name}</span>
        {narrowed && <strong> · narrowed</strong>}
      </summary>
      <div className={classes.fields}>
        <Textarea
          label="Only these paths"
          description="Globs from the workspace down, one a line: src/**, *.md. Empty: any path"
          value={bounds.paths}
          onChange={(event) => onChange({ paths: event.currentTarget.value })}
          mono
        />
        <Textarea
          label="Only these hosts"
          description="One a line; a leading dot means every host below. Empty: any host"
          value={bounds.hosts}
          onChange={(event) => onChange({ hosts: event.currentTarget.value })}
          mono
        />
        <Textarea
          label="Arguments must satisfy"
          description='A JSON Schema, such as {"properties":{"path":{"maxLength":80}}}'
          value={bounds.schema}
          onChange={(event) => onChange({ schema: event.currentTarget.value })}
          error={schemaProblem(bounds.schema)}
          mono
        />
        {tool.runsPrograms && (
          <Select
            label="How far the program is trusted"
            none="Not said: the floor of the run holds"
            options={TRUSTS}
            value={bounds.trust}
            onChange={(value) => onChange({ trust: TRUSTS.find((trust) => trust.value === value)?.value ?? '' })}
          />
        )}
        <TextInput
          label="People who must agree"
          description="Empty: the call needs nobody"
          inputMode="numeric"
          value={bounds.required}
          onChange={(event) => onChange({ required: event.currentTarget.value })}
        />
        {bounds.required.trim() !== '' && (
          <Textarea
            label="Who may decide"
            description="Principals, one a line. Empty: everybody in the workspace"
            value={bounds.of}
            onChange={(event) => onChange({ of: event.currentTarget.value })}
          />
        )}
      </div>
      <p className={classes.dim}>
        An action outside of its bounds is refused at the <Term name="waist">waist</Term>, and the refusal is recorded.
      </p>
    </details>
  );
}
