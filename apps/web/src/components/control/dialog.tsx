'use client';

import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import classes from './dialog.module.css';

interface Props {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Asks or tells something before the page goes on. The browser keeps the focus within and gives it back. */
export function Dialog({ title, opened, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    if (current === null || current.open === opened) return;
    if (opened) {
      current.showModal();
      current.querySelector<HTMLElement>('input, textarea')?.focus();
    } else current.close();
  }, [opened]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {opened && (
        <div className={classes.sheet}>
          <header className={classes.head}>
            <h2 id={id}>{title}</h2>
            <Button size="xs" variant="default" onClick={close}>
              Close
            </Button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
