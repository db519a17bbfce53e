import { useEffect, useRef, useState, type RefObject } from 'react';

interface Unfolded {
  /** The frame around the button and what unfolds from it. */
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** What unfolds from a button: a press elsewhere folds it, and so does Escape, which leads back to the button. */
export function useUnfolded(): Unfolded {
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const press = (event: PointerEvent): void => {
      if (event.target instanceof Node && frame.current?.contains(event.target) === false) setOpen(false);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
      frame.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [open]);
  return { frame, open, setOpen };
}
