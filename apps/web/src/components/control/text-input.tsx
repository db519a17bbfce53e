import type { ComponentProps } from 'react';
import { Field, type Surroundings } from './field.tsx';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'className' | 'id'>, Surroundings {}

/** One line of text. */
export function TextInput({ label, description, error, size, className, mono, ...rest }: TextInputProps) {
  return (
    <Field around={{ label, description, error, size, className, mono }} required={rest.required === true}>
      {(tied) => <input type="text" {...rest} {...tied} />}
    </Field>
  );
}
