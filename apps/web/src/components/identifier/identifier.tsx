'use client';

import { useCopied } from '../../browser/use-copied.ts';
import { shortId } from '../../words/count.ts';
import { Name } from '../said/name.tsx';
import classes from './identifier.module.css';

interface Props {
  /** The whole value; what copying gives. */
  readonly value: string;
  /** What it is, for the copy button's name: "run id", "leaf hash". */
  readonly what: string;
  readonly show?: 'short' | 'whole';
  /** Characters kept at the front: the first of a run id are its time, and alike for runs of one hour. */
  readonly head?: number;
}

/** An id or hash in mono, shortened for the eye and whole for the clipboard. */
export function Identifier({ value, what, show = 'short', head }: Props) {
  const clipboard = useCopied();
  return (
    <span className={classes.identifier}>
      {show === 'short' ? (
        <code title={value} data-whole={value}>
          <Name text={shortId(value, head)} />
        </code>
      ) : (
        <code>
          <Name text={value} />
        </code>
      )}
      <button
        type="button"
        className={`${classes.copy ?? ''} no-print`}
        aria-label={`Copy ${what}`}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? 'copied' : 'copy'}
      </button>
    </span>
  );
}
