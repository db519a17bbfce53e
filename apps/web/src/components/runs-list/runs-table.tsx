import { DataTable, type Column } from '../table/data-table.tsx';
import { HarnessCell } from '../table/cells/harness-cell.tsx';
import { MixCell } from '../table/cells/mix-cell.tsx';
import { RunLinkCell } from '../table/cells/run-link-cell.tsx';
import { SelectCell } from '../table/cells/select-cell.tsx';
import { StateCell } from '../table/cells/state-cell.tsx';
import { WhenCell } from '../table/cells/when-cell.tsx';
import type { RunSummary } from '../../api/wire.ts';

interface Props {
  readonly runs: readonly RunSummary[];
  readonly picked: readonly string[];
  readonly toggle: (run: string) => void;
}

/** Runs as a table; two of them can be picked for comparison. */
export function RunsTable({ runs, picked, toggle }: Props) {
  const columns: readonly Column<RunSummary>[] = [
    {
      key: 'pick',
      header: 'Pick',
      width: '40px',
      card: 'corner',
      cell: (run) => (
        <SelectCell
          label={`Pick for comparison: ${run.objective.slice(0, 60)} (${run.run})`}
          checked={picked.includes(run.run)}
          disabled={false}
          onChange={() => toggle(run.run)}
        />
      ),
    },
    { key: 'run', header: 'Objective', card: 'title', cell: (run) => <RunLinkCell run={run} /> },
    { key: 'harness', card: 'half', header: 'Harness', width: '168px', cell: (run) => <HarnessCell run={run} /> },
    { key: 'state', card: 'half', header: 'State', width: '184px', cell: (run) => <StateCell run={run} /> },
    {
      key: 'mix',
      card: 'bare',
      header: 'Enforced · attested · gaps',
      term: 'tier',
      width: '200px',
      cell: (run) => <MixCell run={run} />,
    },
    {
      key: 'when',
      card: 'beside',
      header: 'Submitted',
      width: '104px',
      align: 'end',
      cell: (run) => <WhenCell iso={run.createdAt} />,
    },
  ];
  return <DataTable caption="Runs, newest first" columns={columns} rows={runs} rowKey={(run) => run.run} />;
}
