import { Checkbox } from '../control/tick.tsx';
import type { ToolView } from '../../api/wire.ts';
import { BoundsFields } from './bounds-fields.tsx';
import { boundsOf, type BoundsDraft, type GrantBounds } from './grant-draft.ts';
import classes from './goal.module.css';

interface Props {
  readonly tools: readonly ToolView[];
  readonly grant: readonly string[];
  readonly bounds: GrantBounds;
  readonly onGrant: (grant: readonly string[]) => void;
  readonly onBounds: (bounds: GrantBounds) => void;
  readonly error: string | undefined;
}

/** What the run may do, and within which bounds. Everything that is not ticked is refused. */
export function GrantField({ tools, grant, bounds, onGrant, onBounds, error }: Props) {
  const change =
    (action: string) =>
    (next: Partial<BoundsDraft>): void =>
      onBounds({ ...bounds, [action]: { ...boundsOf(bounds, action), ...next } });
  return (
    <fieldset className={classes.grant}>
      <legend>Grant</legend>
      <p className={classes.dim}>What the run may do. Everything else is refused, and the refusal is recorded.</p>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <ul className={classes.actions}>
        {tools.map((tool) => (
          <li key={tool.name} data-granted={grant.includes(tool.name) || undefined}>
            <Checkbox
              checked={grant.includes(tool.name)}
              onChange={(event) =>
                onGrant(
                  event.currentTarget.checked ? [...grant, tool.name] : grant.filter((name) => name !== tool.name),
                )
              }
              label={<code>{tool.name}</code>}
              description={`${kindOf(tool)}${firstSentence(tool.description)}`}
            />
            {grant.includes(tool.name) && (
              <BoundsFields tool={tool} bounds={boundsOf(bounds, tool.name)} onChange={change(tool.name)} />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Change nothing by themselves: what they let happen is somebody else's doing, and not reading only. */
const LETS: ReadonlySet<string> = new Set(['allow_command', 'allow_file_change', 'answer_question']);

function kindOf(tool: ToolView): string {
  if (LETS.has(tool.name)) return '';
  return tool.runsPrograms ? 'Runs programs. ' : tool.readOnly ? 'Reads only. ' : 'Writes. ';
}
const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
