import Link from 'next/link';
import { EmptyState } from '../state/empty-state.tsx';

/** An empty list, for one of two reasons. */
export function NoRuns({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState title="No run matches these filters">
        <p>
          Take a filter away, or <Link href="/runs">show all runs</Link>.
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No runs yet">
      <p>
        <Link href="/goals/new">Submit a goal</Link>, or run <code>runseal submit</code>. Each run leaves a sealed
        record here that anybody can verify.
      </p>
    </EmptyState>
  );
}
