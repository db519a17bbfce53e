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
      <h2>{problem === null ? 'Something went wrong on this page' : headOf(problem)}</h2>
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

/** The API's titles are its codes in words; one of them says nothing to a reader. */
const headOf = ({ code, title }: ProblemError): string =>
  code === 'internal' ? 'The server failed' : `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
