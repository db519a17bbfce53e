'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { Dialog } from '../control/dialog.tsx';
import { Textarea } from '../control/textarea.tsx';
import { useHalt } from '../../api/use-run.ts';
import classes from './dialog.module.css';

/** Stops a run: asks for the reason, which goes onto the record. */
export function HaltButton({ run }: { run: string }) {
  const [opened, setOpened] = useState(false);
  const [reason, setReason] = useState('');
  const halt = useHalt(run);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    halt.mutate(reason.trim(), { onSuccess: () => setOpened(false) });
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        Halt
      </Button>
      <Dialog title="Halt this run" opened={opened} close={() => setOpened(false)}>
        <form onSubmit={submit} className={classes.dialog}>
          <p>No further action is admitted, running programs are killed, and what happened so far is sealed.</p>
          <Textarea
            label="Reason"
            description="Goes onto the record"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={halt.error?.message}
            maxLength={1000}
            rows={2}
            required
          />
          <Button type="submit" loading={halt.isPending} disabled={reason.trim() === ''}>
            Halt the run
          </Button>
        </form>
      </Dialog>
    </>
  );
}
