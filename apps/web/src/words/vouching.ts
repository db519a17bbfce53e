import type { Report } from '@runseal/spine';
import type { RunDetail } from '../api/wire.ts';
import { count } from './count.ts';

type Facts = Pick<
  RunDetail,
  'vouches' | 'state' | 'sealed' | 'events' | 'tiers' | 'error' | 'session' | 'awaitingApproval'
>;

/** Whether a session is open and nothing happens in it: its next turn is somebody's to begin. */
export const betweenTurns = ({ state, session }: Pick<RunDetail, 'state' | 'session'>): boolean =>
  state === 'running' && session !== null && session.lastTurn !== 'queued' && session.lastTurn !== 'running';

/** The first sentence of a run page. Before the seal nothing is vouched for, and that is what it says. */
export function vouching(run: Facts): string {
  if (run.vouches !== null) return run.vouches;
  if (run.state === 'queued' && run.events === 0)
    return 'Waiting for a worker. Nothing has happened yet, and nothing is recorded.';
  const { enforced, attested, unobserved } = run.tiers;
  const soFar = `${count(run.events, 'event')} so far: ${String(enforced)} enforced by us, ${String(attested)} attested by the harness, ${count(unobserved, 'gap')}.`;
  const now = nowOf(run);
  if (now !== null) return `${now} ${soFar} Until the seal, none of it can be verified.`;
  return `This run ended but has no seal, so nothing outside this server vouches for it. ${soFar}`;
}

/** What a run that has not ended is at; null for one that has. */
function nowOf(run: Facts): string | null {
  if (run.state !== 'queued' && run.state !== 'running') return null;
  if (run.awaitingApproval) return 'Waiting for people to decide.';
  if (betweenTurns(run))
    return run.session?.lastTurn === null ? 'Open, and no turn was taken yet.' : 'Open, between turns.';
  return run.state === 'queued' ? 'Waiting for a worker.' : 'Running.';
}

/** The same once this browser has checked the record: its own finding, whatever the server says. */
export const vouchingHere = (report: Pick<Report, 'vouches'>): string =>
  report.vouches ?? 'Nothing: what the server gave is no record.';
