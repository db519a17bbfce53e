/** What was found by trying the CLIs of this machine, by the name of the harness. */
import {
  adapterNamed,
  createProfileProbes,
  type ProbedProfile,
  type ProfileProbesOptions,
} from '@runseal/externagent/evidence';

export interface Probes {
  /** Tries a profile that was not tried yet with this very binary; null for a harness that is no CLI. Never rejects. */
  of(harness: string, profile: string): Promise<ProbedProfile | null>;
  /** What is known already; tries nothing. */
  known(harness: string, profile: string): Promise<ProbedProfile | null>;
}

export function probesOf(options: ProfileProbesOptions): Probes {
  const probes = createProfileProbes(options);
  return {
    async of(harness, profile) {
      const adapter = adapterNamed(harness);
      return adapter === null ? null : probes.of(adapter, profile);
    },
    async known(harness, profile) {
      const adapter = adapterNamed(harness);
      return adapter === null ? null : probes.known(adapter, profile);
    },
  };
}
