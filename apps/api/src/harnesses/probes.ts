/** What was found by trying the CLIs of this machine, by the name of the harness. */
import {
  adapterNamed,
  createProfileProbes,
  type ProbedProfile,
  type ProfileProbesOptions,
  type Way,
} from '@runseal/externagent/evidence';

export interface Probes {
  /** Tries a profile that was not tried yet with this very binary; null for a harness that is no CLI. Never rejects. */
  of(harness: string, profile: string, way: Way): Promise<ProbedProfile | null>;
  /** What is known already; tries nothing. */
  known(harness: string, profile: string, way: Way): Promise<ProbedProfile | null>;
}

export function probesOf(options: ProfileProbesOptions): Probes {
  const probes = createProfileProbes(options);
  return {
    async of(harness, profile, way) {
      const adapter = adapterNamed(harness);
      return adapter === null ? null : probes.of(adapter, profile, way);
    },
    async known(harness, profile, way) {
      const adapter = adapterNamed(harness);
      return adapter === null ? null : probes.known(adapter, profile, way);
    },
  };
}
