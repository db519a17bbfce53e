import type { Metadata } from 'next';
import { LedgerClient } from './client.tsx';

export const metadata: Metadata = { title: 'Ledger' };

export default function LedgerPage() {
  return <LedgerClient />;
}
