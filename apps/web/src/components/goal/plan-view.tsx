import type { GoalPlan } from '../../api/wire.ts';
import { byteCount, count } from '../../words/count.ts';
import { Term } from '../glossary/term.tsx';
import { DataTable, type Column } from '../table/data-table.tsx';
import { SurfaceStateCell } from '../table/cells/surface-state-cell.tsx';
import { agreementWords, boundsWords, limitWords } from './plan-words.ts';
import classes from './plan.module.css';

type Granted = GoalPlan['grant'][number];

const GRANT: readonly Column<Granted>[] = [
  {
    key: 'action',
    header: 'Granted',
    card: 'title',
    width: '34%',
    cell: ({ action, known }) => (
      <>
        <code>{action}</code>
        {!known && <strong> · there is no such action</strong>}
      </>
    ),
  },
  { key: 'bounds', header: 'Within', cell: ({ bounds }) => boundsWords(bounds) },
  {
    key: 'approval',
    header: 'Who must agree',
    term: 'approval',
    cell: ({ approval }) => agreementWords(approval),
  },
];

/** What a goal would come to: what stands in the way first, then grant, limits, containment and what holds the harness. */
export function PlanView({ plan, stale }: { plan: GoalPlan; stale: boolean }) {
  const surfaces = Object.entries(plan.enforcement).sort(([a], [b]) => a.localeCompare(b, 'en'));
  return (
    <section className={classes.plan} aria-labelledby="plan" data-plan={plan.accepted ? 'accepted' : 'refused'}>
      <h2 id="plan">Dry run: nothing was started</h2>
      {stale && <p className={classes.alarm}>▲ The form was changed since. Run it dry again.</p>}
      {plan.accepted ? (
        <p>This goal would be taken now, as it is.</p>
      ) : (
        <div className={classes.refused}>
          <p>This goal would be refused:</p>
          <ul>
            {plan.problems.map(({ code, detail }) => (
              <li key={code + detail}>
                {detail} <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      <h3>
        <Term name="grant" />
      </h3>
      <DataTable caption="Grant" columns={GRANT} rows={plan.grant} rowKey={({ action }) => action} />
      <p className={classes.dim}>
        {plan.refused.length === 0 ? 'Nothing there is stays refused.' : `Refused: ${plan.refused.join(', ')}.`}
      </p>
      <h3>Limits</h3>
      <ul className={classes.facts}>
        {limitWords(plan).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <h3>
        <Term name="containment" />
      </h3>
      <p>{containmentWords(plan)}</p>
      <h3>
        <Term name="enforcement_profile" />
      </h3>
      <p>{harnessWords(plan)}</p>
      {surfaces.length > 0 && (
        <dl className={classes.surfaces}>
          {surfaces.map(([surface, state]) => (
            <div key={surface}>
              <dt>{surface.replaceAll('_', ' ')}</dt>
              <dd>
                <SurfaceStateCell state={state} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <h3>Outcome</h3>
      <p>
        {plan.check === null
          ? 'No check of yours: whether it succeeded will rest on the agent’s own word.'
          : `Your check decides: ${plan.check.join(' ')}`}
        {plan.files.count > 0 &&
          ` ${count(plan.files.count, 'file')} (${byteCount(plan.files.bytes)}) would lie in the workspace before it starts.`}
      </p>
    </section>
  );
}

function containmentWords({ containment: { floor, enforced, needed, reason } }: GoalPlan): string {
  if (!needed) return `Nothing of this run starts a program, so none is needed. This host enforces ${enforced}.`;
  return `Asked for at least: ${floor}. This host enforces ${enforced}, as probed now. ${reason}`.trim();
}

function harnessWords({ harness }: GoalPlan): string {
  if (harness.kind === 'native')
    return `${harness.title} is a native loop: it has no surface of its own, and every action passes our waist.`;
  const who = [harness.title, harness.version, harness.profile === null ? null : `profile ${harness.profile}`]
    .filter((part) => part !== null)
    .join(', ');
  return `${who}. ${GATEWAY[harness.gateway]}`;
}

const GATEWAY: Readonly<Record<GoalPlan['harness']['gateway'], string>> = {
  led: 'Its model calls would pass our gateway and be recorded.',
  not_asked: 'Its model calls would not be led through our gateway: they would be a gap.',
  not_possible: 'It cannot be led through our gateway: its model calls would be a gap.',
  native: '',
};
