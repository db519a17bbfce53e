import { TextInput } from '../control/text-input.tsx';
import { dayOf, instantOf } from './days.ts';

interface Props {
  readonly label: string;
  /** An instant as the address has it; empty is none. */
  readonly value: string;
  readonly onChange: (iso: string) => void;
}

/** A day of the reader's zone, kept in the address as the instant it begins. */
export function DayField({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="date"
      label={label}
      value={dayOf(value)}
      onChange={(event) => onChange(instantOf(event.currentTarget.value))}
    />
  );
}
