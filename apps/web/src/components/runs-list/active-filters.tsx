import { NO_FILTER, type RunsFilter } from '../../api/use-runs.ts';
import { conditionsOf } from './conditions.ts';
import classes from './runs-list.module.css';

interface Props {
  readonly filter: RunsFilter;
  readonly onChange: (next: Partial<RunsFilter>) => void;
}

/** Everything that narrows the list, in words, each to be taken away. */
export function ActiveFilters({ filter, onChange }: Props) {
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  return (
    <ul className={classes.active} aria-label="What narrows the list">
      {conditions.map(({ key, words }) => (
        <li key={key}>
          <button type="button" onClick={() => onChange({ [key]: '' })} data-condition={key}>
            {words} <span aria-hidden>✕</span>
            <span className="visually-hidden">, take away</span>
          </button>
        </li>
      ))}
      {conditions.length > 1 && (
        <li>
          <button type="button" data-plain onClick={() => onChange(NO_FILTER)}>
            Take all away
          </button>
        </li>
      )}
    </ul>
  );
}
