'use client';

import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useUnfolded } from './use-unfolded.ts';
import classes from './unfolded.module.css';

interface Props {
  readonly title: string;
  readonly className?: string | undefined;
  readonly children: (close: () => void) => ReactNode;
}

/** A small sheet unfolded from a button. */
export function Popover({ title, className, children }: Props) {
  const { frame, open, setOpen } = useUnfolded();
  const id = useId();
  return (
    <div ref={frame} className={classes.frame}>
      <Button
        variant="default"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {title}
      </Button>
      {open && (
        <div
          id={id}
          role="dialog"
          aria-label={title}
          className={`${classes.unfolded ?? ''} ${classes.sheet ?? ''} ${className ?? ''}`}
          data-align="end"
        >
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
