import type { ComponentProps } from 'react';
import { Field, type Surroundings } from './field.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps
  extends Omit<ComponentProps<'select'>, 'size' | 'className' | 'id' | 'value' | 'onChange'>, Surroundings {
  readonly options: readonly (Option | string)[];
  /** What choosing nothing is called; left out, something is always chosen. */
  readonly none?: string | undefined;
  /** The chosen value; empty is none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of some values. */
export function Select({
  label,
  description,
  error,
  size,
  className,
  mono,
  options,
  none,
  value,
  onChange,
  ...rest
}: SelectProps) {
  return (
    <Field around={{ label, description, error, size, className, mono }} required={rest.required === true}>
      {(tied) => (
        <select
          {...rest}
          {...tied}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          data-empty={value === '' || undefined}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map(optionOf).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const optionOf = (option: Option | string): Option =>
  typeof option === 'string' ? { value: option, label: option } : option;
