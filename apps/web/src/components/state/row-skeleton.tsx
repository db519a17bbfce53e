import classes from './states.module.css';

/** Holds the place of rows that are being fetched, so that nothing jumps when they arrive. */
export function RowSkeleton({ rows }: { rows: number }) {
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading">
      <p className={classes.slow} aria-hidden>
        Waiting for the server …
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
