'use client';

import { useState } from 'react';
import { useRested } from '../../browser/use-rested.ts';
import { Combobox } from '../control/combobox.tsx';
import { useRuns } from '../../api/use-runs.ts';
import { useRun } from '../../api/use-run.ts';
import type { RunSummary } from '../../api/wire.ts';
import { shortId } from '../../words/count.ts';

interface Props {
  readonly label: string;
  readonly run: string;
  readonly onChange: (run: string) => void;
}

/** Finds a run by words of its objective or the start of its id. */
export function RunPicker({ label, run, onChange }: Props) {
  const [words, setWords] = useState('');
  const q = useRested(words, 250);
  const chosen = useRun(run);
  const found = useRuns({ q, harness: '', state: '', workspace: '' });
  const runs = found.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Combobox
      label={label}
      placeholder="Words of the objective, or the start of a run id"
      chosen={chosen.data === undefined ? run : nameOf(chosen.data)}
      options={runs.map((one) => ({ value: one.run, label: nameOf(one) }))}
      nothing={found.isPending ? 'Looking …' : 'No run matches'}
      onType={setWords}
      onChoose={onChange}
    />
  );
}

const nameOf = (run: Pick<RunSummary, 'run' | 'harness' | 'objective'>): string =>
  `${run.harness} · ${shortId(run.run, 13, 4)} · ${run.objective.replace(/\s+/g, ' ').slice(0, 60)}`;
