import { Button } from '../control/button.tsx';
import { ProblemError } from '../../api/problem.ts';
import classes from './states.module.css';

/** A failed answer in words: what happened, what to do, and its stable code. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const problem = error instanceof ProblemError ? error : null;
  return (
    <section className={classes.error} role="alert">
      <h2>{problem?.title ?? 'Something went wrong on this page'}</h2>
      <p>
        {error instanceof Error ? error.message : 'Reload the page. If it stays, the browser console has the details.'}
      </p>
      {problem !== null && <code>{problem.code}</code>}
      {retry !== undefined && (
        <Button size="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </section>
  );
}
