import { ProblemError } from '../problem/problem.ts';
import type { Auth } from '../auth/auth.ts';
import type { RunRow } from './run-row.ts';
import type { RunsRepository } from './runs.repository.ts';

/** The run, or 404 `run_unknown`. Every service that touches a run begins with it. */
export async function visibleRun(runs: RunsRepository, auth: Auth, run: string): Promise<RunRow> {
  const row = await runs.find(auth, run);
  if (row === null)
    throw new ProblemError(404, 'run_unknown', 'There is no run with this id, or it is not yours to see.');
  return row;
}
