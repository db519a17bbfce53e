import type { HarnessView } from '../../api/wire.ts';
import { DataTable, type Column } from '../table/data-table.tsx';
import { SurfaceStateCell } from '../table/cells/surface-state-cell.tsx';
import { FoundCell } from './found-cell.tsx';
import { ProbeNotes } from './probe-notes.tsx';
import classes from './harness.module.css';

type Row = readonly [surface: string, states: Readonly<Record<string, Held>>];
interface Held {
  readonly state: string;
  /** Where runs that call their model themselves are promised something else. */
  readonly ungated: string | null;
}

/**
 * The bypass matrix: what holds each surface per profile, and what came of trying it on the program that is installed. Both of a run
 * that goes through the model gateway, where the harness can be led.
 */
export function EnforcementTable({ harness }: { harness: HarnessView }) {
  const profiles = Object.keys(harness.enforcement).filter(
    (profile) => Object.keys(harness.enforcement[profile] ?? {}).length > 0,
  );
  if (profiles.length === 0) {
    return (
      <p className={classes.dim}>
        A native loop: it has no surface of its own. Every action it takes is a dispatch through our waist.
      </p>
    );
  }
  const surfaces = [...new Set(profiles.flatMap((profile) => Object.keys(harness.enforcement[profile] ?? {})))];
  const rows: readonly Row[] = surfaces.map((surface) => [
    surface,
    Object.fromEntries(profiles.map((profile) => [profile, heldOf(harness, profile, surface)])),
  ]);
  const columns: readonly Column<Row>[] = [
    {
      key: 'surface',
      header: 'Surface',
      term: 'surface',
      width: '38%',
      card: 'title',
      cell: ([surface]) => surface.replaceAll('_', ' '),
    },
    ...profiles.map((profile) => ({
      key: profile,
      header: profile,
      cell: ([surface, states]: Row) => (
        <>
          <SurfaceStateCell state={states[profile]?.state ?? ''} />
          {states[profile]?.ungated != null && (
            <div className={classes.dim}>without the gateway: {states[profile].ungated.replaceAll('_', ' ')}</div>
          )}
          <FoundCell surface={surface} probed={harness.probed[profile] ?? null} />
        </>
      ),
    })),
  ];
  return (
    <div>
      <DataTable
        caption={`What holds ${harness.title}`}
        columns={columns}
        rows={rows}
        rowKey={([surface]) => surface}
      />
      <ProbeNotes harness={harness} profiles={profiles} />
    </div>
  );
}

function heldOf({ enforcement, gatewayEnforcement }: HarnessView, profile: string, surface: string): Held {
  const ungated = enforcement[profile]?.[surface] ?? '';
  const state = gatewayEnforcement?.[profile]?.[surface] ?? ungated;
  return { state, ungated: state === ungated ? null : ungated };
}
