import type { Metadata } from 'next';
import { HarnessesClient } from './client.tsx';

export const metadata: Metadata = { title: 'Harnesses' };

export default function HarnessesPage() {
  return <HarnessesClient />;
}
