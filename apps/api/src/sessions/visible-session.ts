import type { Auth } from '../auth/auth.ts';
import { ProblemError } from '../problem/problem.ts';
import type { SessionRow } from './session-row.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/**
 * The session. Every service that touches a session begins with it. Throws ProblemError 404 `session_unknown`, and 409
 * `session_ambiguous` for a name that sessions of two workspaces have: what is meant for one must never reach the other.
 */
export async function visibleSession(sessions: SessionsRepository, auth: Auth, session: string): Promise<SessionRow> {
  const [row, other] = await sessions.find(auth, session);
  if (row === undefined)
    throw new ProblemError(
      404,
      'session_unknown',
      'There is no session with this id or name, or it is not yours to see.',
    );
  if (other !== undefined)
    throw new ProblemError(
      409,
      'session_ambiguous',
      `Sessions of ${row.workspace} and of ${other.workspace} are called ${session}. Say which by its id.`,
    );
  return row;
}
