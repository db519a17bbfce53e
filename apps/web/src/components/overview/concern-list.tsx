import Link from 'next/link';
import { count } from '../../words/count.ts';
import type { Concern } from './concern.ts';
import classes from './overview.module.css';

const LOOKS = {
  loud: { look: classes.alarm, mark: '▲' },
  failed: { look: classes.failed, mark: '✕' },
  note: { look: classes.dim, mark: '·' },
} as const satisfies Readonly<Record<Concern['kind'], { look: string | undefined; mark: string }>>;

/** More than this is a list nobody reads from here. */
const MOST = 12;

/** What needs eyes, one line each, with the way there. */
export function ConcernList({ concerns, looked }: { concerns: readonly Concern[]; looked: string }) {
  if (concerns.length === 0)
    return (
      <p className={classes.dim}>
        Nothing in {looked} asks for attention. That is what this server says; whether a record holds is for you to{' '}
        <Link href="/verify">verify</Link>.
      </p>
    );
  return (
    <>
      <ul className={classes.concerns} aria-label="What needs eyes">
        {concerns.slice(0, MOST).map(({ key, kind, label, sentence, href }) => (
          <li key={key} data-concern={kind}>
            <span className={LOOKS[kind].look}>
              {LOOKS[kind].mark} {label}
            </span>
            <Link href={href}>{sentence}</Link>
          </li>
        ))}
      </ul>
      {concerns.length > MOST && <p className={classes.dim}>And {count(concerns.length - MOST, 'more', 'more')}.</p>}
    </>
  );
}
