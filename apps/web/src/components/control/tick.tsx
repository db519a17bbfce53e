import { useId, type ComponentProps, type ReactNode } from 'react';
import classes from './tick.module.css';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'size'> {
  readonly label?: ReactNode;
  readonly description?: string;
}

/** On or off. */
export const Checkbox = (props: Props) => <Tick {...props} type="checkbox" />;

/** One of those of the same name. */
export const Radio = (props: Props) => <Tick {...props} type="radio" />;

function Tick({ label, description, className, type, ...rest }: Props & { readonly type: 'checkbox' | 'radio' }) {
  const id = useId();
  const box = (
    <input
      {...rest}
      type={type}
      id={id}
      className={classes.box}
      aria-describedby={description === undefined ? undefined : `${id}-about`}
    />
  );
  return (
    <div className={`${classes.tick ?? ''} ${className ?? ''}`} data-disabled={rest.disabled === true || undefined}>
      {label === undefined ? <label className={classes.bare}>{box}</label> : box}
      {label !== undefined && (
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      {description !== undefined && (
        <p id={`${id}-about`} className={classes.about}>
          {description}
        </p>
      )}
    </div>
  );
}
