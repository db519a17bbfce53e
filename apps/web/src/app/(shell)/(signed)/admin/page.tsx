import type { Metadata } from 'next';
import { AdminClient } from './client.tsx';

export const metadata: Metadata = { title: 'Keeping and keys' };

export default function AdminPage() {
  return <AdminClient />;
}
