/** The sentences an examination ends with; the same facts read the same for every CLI. */
import type { ProbeAnswer } from './probe.ts';
import type { Examined } from './readiness.ts';
import { versionFit } from './version.ts';

export interface Verdicts {
  /** Null for a version the lockdown was verified with. */
  readonly unfitVersion: (version: string | null) => Examined | null;
  readonly notRunnable: (told: Error | ProbeAnswer) => Examined;
  readonly lockdownMissing: (version: string | null, what: string) => Examined;
}

/**
 * @param name as a person calls it
 * @param verified `major.minor` of the versions whose lockdown was tried
 * @param install how to get such a version
 */
export function verdictsOf(name: string, verified: string, install: string): Verdicts {
  const lockdownMissing = (version: string | null, what: string): Examined => ({
    version,
    problem: 'lockdown_missing',
    reason: `${name} cannot be locked down: ${what}. To fix it, ${install}.`,
  });
  return {
    lockdownMissing,
    unfitVersion(version) {
      switch (versionFit(version, verified)) {
        case 'verified':
          return null;
        case 'too_old':
          return { version, problem: 'harness_too_old', reason: `${name} ${version!} is too old: ${install}.` };
        case 'unverified': {
          const reason = `${name} ${version!} is newer than what its lockdown was verified with: ${install}.`;
          return { version, problem: 'harness_unverified', reason };
        }
        case 'unreadable':
          return {
            version,
            problem: 'lockdown_missing',
            reason: `The program does not name a ${name} version: ${install}.`,
          };
      }
    },
    notRunnable(told) {
      const why = told instanceof Error ? told.message : lastLine(told.stderr) || `exit ${String(told.code)}`;
      return {
        version: null,
        problem: 'harness_not_runnable',
        reason: `${name} was found but does not run inside the sandbox (${why.slice(0, 200)}): ${install}.`,
      };
    },
  };
}

export const lastLine = (text: string): string => text.trim().split('\n').at(-1)!.slice(0, 200);
