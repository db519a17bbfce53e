import type { ReactNode } from 'react';
import { Button } from '../control/button.tsx';
import { isFinal, ProblemError } from '../../api/problem.ts';
import classes from './states.module.css';

interface Props {
  readonly error: unknown;
  readonly retry?: () => unknown;
  /** Another way on. */
  readonly children?: ReactNode;
}

/** A failed answer in words: what happened, what to do, and its stable code. What stays refused is not offered again. */
export function ErrorState({ error, retry, children }: Props) {
  const problem = error instanceof ProblemError ? error : null;
  return (
    <section className={classes.error} role="alert">
      <h2>{problem?.title ?? 'Something went wrong on this page'}</h2>
      <p>
        {error instanceof Error ? error.message : 'Reload the page. If it stays, the browser console has the details.'}
      </p>
      {problem !== null && <code>{problem.code}</code>}
      {children}
      {retry !== undefined && !isFinal(error) && (
        <Button size="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </section>
  );
}
