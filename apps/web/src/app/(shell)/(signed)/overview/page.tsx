import type { Metadata } from 'next';
import { OverviewClient } from './client.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default function OverviewPage() {
  return <OverviewClient />;
}
