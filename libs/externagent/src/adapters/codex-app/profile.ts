/**
 * What holds each native surface of codex behind its app-server (ADR 83, 182). `strict` takes its own tools away;
 * `contained` leaves them on, asks people before each use where the goal lets them be asked, and the sandbox holds the rest.
 */
import { HarnessError } from '@runseal/harness';
import { CODEX_ENFORCEMENT, CODEX_PROFILES, type CodexProfile } from '../../codex/profile.ts';

export const APP_SERVER_PROFILES = CODEX_PROFILES;

export const APP_SERVER_ENFORCEMENT = CODEX_ENFORCEMENT;

/** Throws HarnessError `profile_unknown`. */
export function appServerProfile(name: string): CodexProfile {
  const found = APP_SERVER_PROFILES.find((profile) => profile === name);
  if (found === undefined)
    throw new HarnessError(
      'profile_unknown',
      `codex-app has no profile "${name}"; choose ${APP_SERVER_PROFILES.join(' or ')}.`,
    );
  return found;
}
