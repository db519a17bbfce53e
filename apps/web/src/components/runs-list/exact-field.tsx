'use client';

import { useState, type KeyboardEvent } from 'react';
import { TextInput, type TextInputProps } from '../control/text-input.tsx';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A condition that must match exactly, so it counts when it is typed to its end: on Enter, or on leaving the field. */
export function ExactField(props: Props) {
  // A value that came from elsewhere begins the field anew.
  return <Field key={props.value} {...props} />;
}

function Field({ value, onChange, ...rest }: Props) {
  const [text, setText] = useState(value);
  const commit = (): void => {
    if (text.trim() !== value) onChange(text.trim());
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') commit();
  };
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={press}
    />
  );
}
