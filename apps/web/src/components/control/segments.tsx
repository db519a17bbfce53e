import { useId } from 'react';
import type { Option } from './select.tsx';
import classes from './segments.module.css';

interface Props<T extends string> {
  readonly label: string;
  readonly options: readonly (Option & { readonly value: T })[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/** One of a few views, all of them in sight. */
export function Segments<T extends string>({ label, options, value, onChange, className }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={`${classes.segments ?? ''} ${className ?? ''}`}>
      {options.map((option) => (
        <label key={option.value} className={classes.segment}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
