import type { Lifecycle } from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import type { RunRow } from '../runs/run-row.ts';
import type { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import { requireKept } from './records.service.ts';

/** The run, whose events are still there. Throws ProblemError 404 `run_unknown`, and 410 `run_pruned` for one that was removed. */
export async function keptRun(runs: RunsRepository, lifecycle: Lifecycle, auth: Auth, run: string): Promise<RunRow> {
  const row = await visibleRun(runs, auth, run);
  await requireKept(lifecycle, run);
  return row;
}
