import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LoginClient } from './client.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default function LoginPage() {
  return (
    <Suspense>
      <LoginClient />
    </Suspense>
  );
}
