import Link from 'next/link';
import type { ComponentProps } from 'react';
import classes from './button.module.css';

interface Look {
  /** Ink on paper turned around, or a sheet with a rule around it. */
  readonly variant?: 'filled' | 'default';
  readonly size?: 'xs' | 'md';
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Its work is under way; it cannot be pressed again until that ends. */
  readonly loading?: boolean;
}

/** Does something. A submit button says so with its type. */
export function Button({ variant, size, loading = false, disabled, type, className, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      {...lookOf({ variant, size, className })}
      type={type ?? 'button'}
      disabled={disabled === true || loading}
      aria-busy={loading || undefined}
    />
  );
}

/** Leads to another page, looking like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} {...lookOf({ variant, size, className })} />;
}

/** Leads to a file, looking like a button. */
export function ButtonAnchor({ variant, size, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a {...rest} {...lookOf({ variant, size, className })} />;
}

interface Given {
  readonly variant: Look['variant'];
  readonly size: Look['size'];
  readonly className: string | undefined;
}

const lookOf = ({ variant = 'filled', size = 'md', className = '' }: Given) => ({
  className: `${classes.button ?? ''} ${className}`,
  'data-variant': variant,
  'data-size': size,
});
