import classes from './cells.module.css';

/** Whether two sides hold the same; null when there is nothing to hold beside it. */
export function SamenessCell({ same }: { same: boolean | null }) {
  if (same === null) return <span className={classes.dim}>–</span>;
  return same ? <span>= same</span> : <strong>≠ differ</strong>;
}
