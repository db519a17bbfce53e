'use client';

import { Button } from '../control/button.tsx';
import { useSeal } from '../../api/use-run.ts';

/** Seals a run that ended without its seal. */
export function SealButton({ run }: { run: string }) {
  const seal = useSeal(run);
  return (
    <Button
      size="xs"
      variant="default"
      loading={seal.isPending}
      onClick={() => seal.mutate()}
      title={seal.error?.message}
    >
      {seal.isError ? 'Seal again' : 'Seal'}
    </Button>
  );
}
