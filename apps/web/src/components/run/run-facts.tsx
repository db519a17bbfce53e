import type { ReactNode } from 'react';
import type { RunDetail } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { RunStateLabel } from './run-state-label.tsx';
import classes from './run-header.module.css';

/** How the run was set up and how it stands, in one line that wraps. */
export function RunFacts({ run }: { run: RunDetail }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', <RunStateLabel key="state" run={run} />],
    ['Harness', run.profile === null ? run.harness : `${run.harness}, profile ${run.profile}`],
    ...(run.model === null ? [] : [['Model', run.model] as const]),
    ['Containment', `at least ${run.containmentFloor}`],
    [
      'Granted',
      run.grant.length === 0 ? 'nothing' : run.grant.map((action) => action.replace(/^workspace_/, '')).join(', '),
    ],
    ...(run.stopCondition === null ? [] : [['Done when', run.stopCondition] as const]),
    ['Submitted', `${clock(run.createdAt)} by ${run.principal}`],
    ...(run.seal === null ? [] : [['Sealed', clock(run.seal.sealedAt)] as const]),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
