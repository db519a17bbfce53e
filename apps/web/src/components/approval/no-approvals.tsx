import Link from 'next/link';
import { EmptyState } from '../state/empty-state.tsx';

/** An empty inbox, and how calls come to wait here. */
export function NoApprovals({ only }: { only: 'waiting' | 'all' }) {
  return (
    <EmptyState title={only === 'waiting' ? 'Nothing waits for a decision' : 'No call has asked for approval yet'}>
      <p>
        A goal may name actions that people must agree to, such as{' '}
        <code>{'"approvals": { "workspace_write": { "required": 1 } }'}</code>. Its calls then wait here, and a call
        that nobody decides in time is refused.
      </p>
      {only === 'waiting' && <Link href="/approvals?show=all">Show what was decided</Link>}
    </EmptyState>
  );
}
