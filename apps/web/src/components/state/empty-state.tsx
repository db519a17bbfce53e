import type { ReactNode } from 'react';
import classes from './states.module.css';

/** What a page says when there is nothing yet: it teaches the next step. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.state}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
