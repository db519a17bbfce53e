'use client';

import { useNow } from '../../../words/use-now.ts';
import { ago, clock } from '../../../words/time.ts';

/** How long ago; the exact time on hover. */
export function WhenCell({ iso }: { iso: string }) {
  const now = useNow(30_000);
  return (
    <time dateTime={iso} title={clock(iso)}>
      {ago(iso, now)}
    </time>
  );
}
