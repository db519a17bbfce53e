import type { Metadata } from 'next';
import { VerifyClient } from './client.tsx';

export const metadata: Metadata = { title: 'Verify a record' };

export default function VerifyPage() {
  return <VerifyClient />;
}
