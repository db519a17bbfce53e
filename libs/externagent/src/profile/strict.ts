/** The profile of a CLI that is left with the tools of the bridge and no other. */
import { HarnessError } from '@runseal/harness';
import type { Surface, SurfaceState } from '@runseal/spine';

export const STRICT_PROFILES = ['strict'] as const;

type ProfileTable = Readonly<Partial<Record<Surface, SurfaceState>>> & Readonly<Record<string, SurfaceState>>;

/** What holds each of its surfaces. An adapter takes it only where the contract suite shows every line of it. */
export const STRICT_ENFORCEMENT: Readonly<Record<(typeof STRICT_PROFILES)[number], ProfileTable>> = {
  strict: {
    model_calls: 'open',
    context: 'open',
    egress: 'contained',
    dispatch: 'bridged',
    shell: 'denied',
    file_writes: 'denied',
    web_search: 'denied',
    foreign_mcp: 'denied',
    sub_agents: 'denied',
    hooks: 'denied',
    project_config: 'denied',
  },
};

/** Throws HarnessError `profile_unknown`. */
export function demandStrict(harness: string, name: string): void {
  if (!STRICT_PROFILES.some((profile) => profile === name))
    throw new HarnessError(
      'profile_unknown',
      `${harness} has no profile "${name}"; choose ${STRICT_PROFILES.join(' or ')}.`,
    );
}
