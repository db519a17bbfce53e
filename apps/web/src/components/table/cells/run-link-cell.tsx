import Link from 'next/link';
import type { RunSummary } from '../../../api/wire.ts';
import { Said } from '../../said/said.tsx';
import { Identifier } from '../../identifier/identifier.tsx';
import classes from './cells.module.css';

/** The objective as the way to its run, with the id beneath. */
export function RunLinkCell({ run }: { run: RunSummary }) {
  return (
    <div className={classes.run}>
      <Link href={`/runs/${run.run}`} className={classes.objective} title={run.objective}>
        <Said text={firstLine(run.objective)} />
      </Link>
      <span className={classes.dim}>
        <Identifier value={run.run} what={`id of run ${run.run}`} head={13} />
        {run.workspace === 'default' ? '' : ` · ${run.workspace}`}
      </span>
    </div>
  );
}

const firstLine = (text: string): string => text.split('\n').find((line) => line.trim() !== '') ?? 'No objective';
