import { Said } from '../said/said.tsx';
import type { DiffLine } from './diff-lines.ts';
import classes from './approval.module.css';

const MOST_LINES = 2_000;
const WORDS = { '+': 'added', '-': 'removed', ' ': undefined, '@': undefined } as const;

/** Lines with their marks. The mark carries the meaning; the ground behind it only repeats it. */
export function DiffView({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <div className={classes.diff} role="region" aria-label={label} tabIndex={0}>
      {lines.slice(0, MOST_LINES).map(({ mark, text }, at) => (
        <div key={at} data-mark={mark} className={classes.line}>
          <span aria-label={WORDS[mark]} role={WORDS[mark] === undefined ? undefined : 'img'}>
            {mark === '@' ? '⋯' : mark}
          </span>
          <code>
            <Said text={text} />
          </code>
        </div>
      ))}
      {lines.length > MOST_LINES && (
        <p className={classes.dim}>The first {MOST_LINES} lines. The exact arguments below hold the whole.</p>
      )}
    </div>
  );
}
