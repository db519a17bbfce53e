import type { ComponentProps } from 'react';
import { Field, type Surroundings } from './field.tsx';

interface Props extends Omit<ComponentProps<'textarea'>, 'className' | 'id'>, Surroundings {}

/** Text of some lines; `rows` is the least it shows. */
export function Textarea({ label, description, error, size, className, mono, rows = 1, ...rest }: Props) {
  return (
    <Field around={{ label, description, error, size, className, mono }} required={rest.required === true}>
      {(tied) => <textarea {...rest} {...tied} rows={rows} />}
    </Field>
  );
}
