import { ProblemError } from '../problem/problem.ts';
import type { Auth } from './auth.ts';

/** Some decisions are for principals who answer for the whole installation: those of every workspace. Throws ProblemError 403. */
export function requireAdmin(auth: Auth, does = 'decides what is kept'): void {
  if (auth.workspaces !== null)
    throw new ProblemError(403, 'admin_required', `Only a principal who may see every workspace ${does}.`);
}
