'use client';

import { ErrorState } from '../components/state/error-state.tsx';

export default function PageError({ error, reset }: { error: Error; reset: () => void }) {
  return <ErrorState error={error} retry={reset} />;
}
