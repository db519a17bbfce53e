/**
 * What holds each native surface of codex, per profile (ADR 0040). `strict` takes codex's own tools away, so only the
 * bridge is left; `contained` leaves them on for models that insist on them, and our sandbox holds what they do.
 */
import { HarnessError } from '@runseal/harness';
import type { Surface, SurfaceState } from '@runseal/spine';

export const CODEX_PROFILES = ['strict', 'contained'] as const;
export type CodexProfile = (typeof CODEX_PROFILES)[number];

type ProfileTable = Readonly<Partial<Record<Surface, SurfaceState>>> & Readonly<Record<string, SurfaceState>>;

const BOTH = {
  model_calls: 'open',
  context: 'open',
  egress: 'contained',
  dispatch: 'bridged',
  web_search: 'denied',
  foreign_mcp: 'denied',
  sub_agents: 'denied',
  hooks: 'denied',
  project_config: 'denied',
} as const;

export const CODEX_ENFORCEMENT: Readonly<Record<CodexProfile, ProfileTable>> = {
  strict: { ...BOTH, shell: 'denied', file_writes: 'denied' },
  contained: { ...BOTH, shell: 'contained', file_writes: 'contained' },
};

/** Throws HarnessError `profile_unknown`. */
export function codexProfile(name: string): CodexProfile {
  const found = CODEX_PROFILES.find((profile) => profile === name);
  if (found === undefined) {
    throw new HarnessError('profile_unknown', `codex has no profile "${name}"; choose ${CODEX_PROFILES.join(' or ')}.`);
  }
  return found;
}
