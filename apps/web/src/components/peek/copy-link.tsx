'use client';

import { useCopied } from '../../browser/use-copied.ts';
import classes from './peek.module.css';

/** Copies the address of this very event. */
export function CopyLink() {
  const clipboard = useCopied();
  return (
    <button
      type="button"
      className={`${classes.quiet ?? ''} no-print`}
      onClick={() => clipboard.copy(window.location.href)}
    >
      {clipboard.copied ? 'link copied' : 'copy link'}
    </button>
  );
}
