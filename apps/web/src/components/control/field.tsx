import { useId, type ReactNode } from 'react';
import classes from './field.module.css';

/** What stands around a field. Without a label the field names itself by `aria-label`. */
export interface Surroundings {
  readonly label?: ReactNode;
  readonly description?: string | undefined;
  /** What is wrong with what is in it. */
  readonly error?: string | null | undefined;
  readonly size?: 'xs' | 'md';
  /** Of the whole, not of the field within. */
  readonly className?: string | undefined;
  /** Ids and bytes are typed in mono. */
  readonly mono?: true;
}

/** What ties a field to its description and its error. */
interface Tied {
  readonly id: string;
  readonly className: string;
  readonly 'data-size': 'xs' | 'md';
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface Props {
  readonly around: Surroundings;
  readonly required: boolean;
  readonly children: (tied: Tied) => ReactNode;
}

/** A field with its label, its description and its error, tied together for every reader. */
export function Field({ around, required, children }: Props) {
  const id = useId();
  const { label, description, error, size = 'md', className, mono } = around;
  const wrong = error !== undefined && error !== null && error !== '';
  const described = [description === undefined ? [] : `${id}-about`, wrong ? `${id}-error` : []].flat().join(' ');
  return (
    <div className={`${classes.field ?? ''} ${className ?? ''}`}>
      {label !== undefined && (
        <label htmlFor={id} className={classes.label}>
          {label}
          {required && <span aria-hidden> *</span>}
        </label>
      )}
      {description !== undefined && (
        <p id={`${id}-about`} className={classes.about}>
          {description}
        </p>
      )}
      {children({
        id,
        className: `${classes.input ?? ''} ${mono ? 'mono' : ''}`,
        'data-size': size,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': wrong || undefined,
      })}
      {wrong && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
