import type { Metadata } from 'next';
import { RunsClient } from './client.tsx';

export const metadata: Metadata = { title: 'Runs' };

export default function RunsPage() {
  return <RunsClient />;
}
