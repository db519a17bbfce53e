import Link from 'next/link';
import classes from './run-header.module.css';

/** Where one is: a run, by its id, among all runs. */
export function RunCrumbs({ run }: { run: string }) {
  return (
    <p className={classes.crumbs}>
      <Link href="/runs">Runs</Link> / <code>{run}</code>
    </p>
  );
}
