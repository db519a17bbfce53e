'use client';

import Link from 'next/link';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../control/button.tsx';
import { TextInput } from '../control/text-input.tsx';
import { useHolds, usePrune } from '../../api/use-retention.ts';
import { Term } from '../glossary/term.tsx';
import { ErrorState } from '../state/error-state.tsx';
import { RowSkeleton } from '../state/row-skeleton.tsx';
import { HoldPart } from './hold-part.tsx';
import { PrunePart } from './prune-part.tsx';
import classes from './admin.module.css';

interface Props {
  /** Run id as the address has it; empty is none. */
  readonly run: string;
  readonly onRun: (run: string) => void;
  readonly admin: boolean;
}

/** One run: its legal holds, and its removal for ever, which takes two people. */
export function Keeping({ run, onRun, admin }: Props) {
  const [text, setText] = useState(run);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onRun(text.trim());
  };
  return (
    <section className={classes.part} aria-labelledby="keeping">
      <h2 id="keeping">
        <Term name="hold">Legal hold</Term> and <Term name="prune">removal</Term> of a run
      </h2>
      <form onSubmit={submit} className={classes.look}>
        <TextInput label="Run id" value={text} onChange={(event) => setText(event.currentTarget.value)} mono />
        <Button type="submit" variant="default">
          Look
        </Button>
      </form>
      {run !== '' && <KeepingOf key={run} run={run} admin={admin} />}
    </section>
  );
}

function KeepingOf({ run, admin }: { run: string; admin: boolean }) {
  const holds = useHolds(run);
  const prune = usePrune(run);
  const broken = holds.isLoadingError ? holds : prune.isLoadingError ? prune : null;
  if (broken !== null) return <ErrorState error={broken.error} retry={broken.refetch} />;
  if (holds.data === undefined || prune.data === undefined) return <RowSkeleton rows={3} />;
  return (
    <>
      <p>
        <Link href={`/runs/${run}`}>Open this run</Link>
      </p>
      <HoldPart run={run} holds={holds.data} admin={admin} />
      <PrunePart run={run} prune={prune.data} held={holds.data.held} admin={admin} />
    </>
  );
}
