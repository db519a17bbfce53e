import { Segments } from '../control/segments.tsx';
import type { LogSnapshot } from '../../live/run-log.ts';
import { count } from '../../words/count.ts';
import { zoneHere } from '../../words/time.ts';
import { LiveState } from './live-state.tsx';
import type { Rows } from './use-rows.ts';
import { VIEWS, type TimelineView } from './use-timeline-url.ts';
import classes from './timeline-section.module.css';

interface Props {
  readonly rows: Rows;
  readonly snapshot: LogSnapshot;
  /** The run goes on no more, sealed or not. */
  readonly ended: boolean;
  readonly view: TimelineView;
  readonly setView: (view: TimelineView) => void;
}

/** Which of the views is shown, how much of the run it shows, and whether that is all there is. */
export function TimelineBar({ rows, snapshot, ended, view, setView }: Props) {
  const reconciled = snapshot.types.find(({ type }) => type === 'provenance.reconciled')?.count ?? 0;
  const labels: Readonly<Record<TimelineView, string>> = {
    spine: 'Spine',
    calls: `Dispatches ${snapshot.calls.toLocaleString('en')}`,
    account: `Harness's account ${reconciled.toLocaleString('en')}`,
  };
  return (
    <div className={classes.bar}>
      <Segments
        className="no-print"
        label="View"
        options={VIEWS.filter((one) => one !== 'account' || reconciled > 0 || view === 'account').map((value) => ({
          value,
          label: labels[value],
        }))}
        value={view}
        onChange={setView}
      />
      <span>
        {rows.filtered && !rows.pending
          ? `${rows.total.toLocaleString('en')} of ${count(snapshot.last, 'event')}`
          : count(snapshot.last, 'event')}
      </span>
      <LiveState state={snapshot.state} ended={ended} />
      <span className={classes.zone}>times in {zoneHere()}</span>
    </div>
  );
}
