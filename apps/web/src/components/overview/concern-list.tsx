import { useState } from 'react';
import Link from 'next/link';
import { Button } from '../control/button.tsx';
import { Name } from '../said/name.tsx';
import type { Concern } from './concern.ts';
import classes from './overview.module.css';

const LOOKS = {
  loud: { look: classes.alarm, mark: '▲' },
  failed: { look: classes.failed, mark: '✕' },
  note: { look: classes.dim, mark: '·' },
} as const satisfies Readonly<Record<Concern['kind'], { look: string | undefined; mark: string }>>;

/** More than this at once is a list nobody reads. */
const MOST = 12;

/** What needs eyes, one line each, with the way there. */
export function ConcernList({ concerns, looked }: { concerns: readonly Concern[]; looked: string }) {
  const [all, setAll] = useState(false);
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
        {concerns.slice(0, all ? undefined : MOST).map(({ key, kind, label, sentence, href }) => (
          <li key={key} data-concern={kind}>
            <span className={LOOKS[kind].look}>
              {LOOKS[kind].mark} {label}
            </span>
            <Link href={href}>
              <Name text={sentence} />
            </Link>
          </li>
        ))}
      </ul>
      {concerns.length > MOST && !all && (
        <Button size="xs" variant="default" className={classes.more} onClick={() => setAll(true)}>
          Show all {concerns.length}
        </Button>
      )}
    </>
  );
}
