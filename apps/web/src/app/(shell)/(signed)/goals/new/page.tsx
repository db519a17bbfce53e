import type { Metadata } from 'next';
import { NewGoalClient } from './client.tsx';

export const metadata: Metadata = { title: 'New goal' };

export default function NewGoalPage() {
  return <NewGoalClient />;
}
