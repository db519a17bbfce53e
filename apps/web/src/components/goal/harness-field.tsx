import { Radio } from '../control/tick.tsx';
import type { HarnessView } from '../../api/wire.ts';
import classes from './goal.module.css';

interface Props {
  readonly harnesses: readonly HarnessView[];
  readonly value: string;
  readonly onChange: (name: string) => void;
  readonly error: string | undefined;
}

/** Who drives the run. What is not ready cannot be chosen, and says why. */
export function HarnessField({ harnesses, value, onChange, error }: Props) {
  return (
    <fieldset className={classes.files}>
      <legend>Harness: who drives the run</legend>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <div className={classes.choices}>
        {harnesses.map(({ name, title, kind, vendor, readiness }) => (
          <Radio
            key={name}
            name="harness"
            value={name}
            checked={name === value}
            onChange={() => onChange(name)}
            disabled={!readiness.ready}
            label={
              <>
                <strong>{title}</strong> <code>{name}</code>
              </>
            }
            description={
              readiness.ready
                ? `${kind}, by ${vendor}${readiness.version === null ? '' : `, ${readiness.version}`}`
                : `Not ready: ${readiness.reason}`
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
