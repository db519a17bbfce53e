'use client';

import { Button } from '../control/button.tsx';
import { useSeal } from '../../api/use-run.ts';
import classes from './run-header.module.css';

/** Seals a run that ended without its seal; says why, when that does not work. */
export function SealButton({ run }: { run: string }) {
  const seal = useSeal(run);
  return (
    <>
      <Button size="xs" variant="default" loading={seal.isPending} onClick={() => seal.mutate()}>
        {seal.isError ? 'Seal again' : 'Seal'}
      </Button>
      {seal.isError && (
        <p role="alert" className={classes.refused}>
          Not sealed: {seal.error.message}
        </p>
      )}
    </>
  );
}
