import type { ReactNode } from 'react';
import type { RunDetail } from '../../api/wire.ts';
import { clock } from '../../words/time.ts';
import { RunStateLabel } from './run-state-label.tsx';
import { Name } from '../said/name.tsx';
import { Said } from '../said/said.tsx';
import classes from './run-header.module.css';

/** How the run was set up and how it stands, in one line that wraps. */
export function RunFacts({ run }: { run: RunDetail }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['State', <RunStateLabel key="state" run={run} />],
    ['Harness', run.profile === null ? run.harness : `${run.harness}, profile ${run.profile}`],
    ...(run.model === null ? [] : [['Model', <Name key="model" text={run.model} />] as const]),
    ['Containment', `at least ${run.containmentFloor}`],
    [
      'Granted',
      run.grant.length === 0 ? (
        'nothing'
      ) : (
        <Name key="granted" text={run.grant.map((action) => action.replace(/^workspace_/, '')).join(', ')} />
      ),
    ],
    ...(run.stopCondition === null ? [] : [['Done when', <Said key="done" text={run.stopCondition} />] as const]),
    ['Submitted', <Name key="submitted" text={`${clock(run.createdAt)} by ${run.principal}`} />],
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
