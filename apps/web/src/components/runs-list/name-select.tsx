import { Select, type SelectProps } from '../control/select.tsx';

interface Props extends Pick<SelectProps, 'label' | 'none' | 'aria-label' | 'value' | 'onChange'> {
  readonly names: readonly string[];
}

/** One of the names there are, or the one the address has, though nobody knows it here. */
export function NameSelect({ names, value, ...rest }: Props) {
  return <Select {...rest} options={value === '' || names.includes(value) ? names : [value, ...names]} value={value} />;
}
