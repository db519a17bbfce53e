import type { Metadata } from 'next';
import { ApprovalsClient } from './client.tsx';

export const metadata: Metadata = { title: 'Approvals' };

export default function ApprovalsPage() {
  return <ApprovalsClient />;
}
