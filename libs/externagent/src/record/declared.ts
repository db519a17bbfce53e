/** The one summary an external run closes with: what its record vouches for, and what it does not. */
import type { EventDraft, SurfaceState } from '@runseal/spine';
import { draft } from '@runseal/harness';
import type { EpisodeReport } from '../runner.ts';
import { blindSpots } from './gaps.ts';

/**
 * `enforced` is what went through our waist, `unobserved` what nobody saw. A surface the profile denies is in neither:
 * that it was switched off is the profile's word, which run.opened carries.
 */
export function declaration(
  harness: string,
  enforcement: Readonly<Record<string, SurfaceState>>,
  report: Pick<EpisodeReport, 'attested' | 'observed' | 'account' | 'probe'>,
): EventDraft {
  const inState = (...states: SurfaceState[]) =>
    Object.keys(enforcement).filter((surface) => states.includes(enforcement[surface]!));
  return draft('provenance.declared', 'system', {
    harness,
    enforced: [...new Set(['dispatch', ...inState('bridged')])],
    unobserved: [...new Set<string>([...blindSpots(enforcement), ...inState('open', 'contained')])],
    replayable: false,
    attested_events: report.attested,
    native_commands: report.observed.native.get('shell')?.count ?? 0,
    native_file_changes: report.observed.native.get('file_writes')?.count ?? 0,
    bridge_calls: report.account.length,
    probe_failures: report.probe.failures + (report.probe.passed ? 0 : 1),
  });
}
