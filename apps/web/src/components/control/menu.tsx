'use client';

import { useEffect, useId, useRef, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useUnfolded } from './use-unfolded.ts';
import classes from './unfolded.module.css';

interface Props {
  readonly title: string;
  readonly align: 'start' | 'end';
  readonly children: ReactNode;
}

/** Things that can be done, unfolded from a button: arrows walk them, and choosing one folds them again. */
export function Menu({ title, align, children }: Props) {
  const { frame, open, setOpen } = useUnfolded();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (open) itemsOf(list.current)[0]?.focus();
  }, [open]);
  const walk = (event: KeyboardEvent): void => {
    const items = itemsOf(list.current);
    const to = placeAfter(event.key, items.indexOf(document.activeElement as HTMLElement), items.length);
    if (event.key === 'Tab') setOpen(false);
    if (to === null) return;
    event.preventDefault();
    items[to]?.focus();
  };
  return (
    <div ref={frame} className={classes.frame}>
      <Button
        size="xs"
        variant="default"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {title}
      </Button>
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={title}
          className={classes.unfolded}
          data-align={align}
          onKeyDown={walk}
          onClick={() => setOpen(false)}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export const MenuItem = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" role="menuitem" tabIndex={-1} className={classes.item} />
);

/** A file to take along; without its address it is said and cannot be taken. */
export const MenuFile = (props: ComponentProps<'a'>) => (
  <a {...props} role="menuitem" tabIndex={-1} className={classes.item} aria-disabled={props.href === undefined} />
);

const itemsOf = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

/** Where a key leads from a place in a list that ends where it begins; null for a key that leads nowhere. */
function placeAfter(key: string, at: number, length: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : null;
}
