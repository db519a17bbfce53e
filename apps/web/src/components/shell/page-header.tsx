import type { ReactNode } from 'react';
import classes from './shell.module.css';

/** A page's title, with what can be done on it to the right. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.header}>
      <h1>{title}</h1>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
