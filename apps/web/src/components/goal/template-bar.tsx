'use client';

import { useStored } from '../../browser/use-stored.ts';
import { Menu, MenuItem } from '../control/menu.tsx';
import type { GoalDraft } from './goal-draft.ts';
import { draftFrom, draftText, TEMPLATES } from './templates.ts';
import classes from './goal.module.css';

interface Props {
  readonly draft: GoalDraft;
  readonly onTake: (next: Partial<GoalDraft>) => void;
}

/** Starting points for a goal, and one of the reader's own, kept in this browser. */
export function TemplateBar({ draft, onTake }: Props) {
  const [kept, keep] = useStored('runseal.goal');
  const own = kept === null ? null : draftFrom(kept);
  return (
    <div className={classes.templates}>
      <Menu title="Start from a template" align="start">
        {own !== null && (
          <MenuItem onClick={() => onTake(own)}>
            <strong>Yours</strong>
            <span className={classes.about}>{firstLine(own.objective)}</span>
          </MenuItem>
        )}
        {TEMPLATES.map(({ name, about, sets }) => (
          <MenuItem key={name} onClick={() => onTake(sets)}>
            <strong>{name}</strong>
            <span className={classes.about}>{about}</span>
          </MenuItem>
        ))}
      </Menu>
      <button type="button" className={classes.quiet} onClick={() => keep(draftText(draft))}>
        {kept === draftText(draft) ? 'Kept as your template' : 'Keep this form as yours'}
      </button>
    </div>
  );
}

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? 'No objective yet';
