import { Checkbox } from '../../control/tick.tsx';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: () => void;
}

/** Picks a row. */
export function SelectCell({ label, checked, disabled, onChange }: Props) {
  return <Checkbox aria-label={label} checked={checked} disabled={disabled} onChange={onChange} />;
}
