/** What a CLI on this machine is, whether it could run, and what holds each of its surfaces. */
import { createSandbox, type SandboxProbe } from '@runseal/dispatch';
import type { Readiness } from '@runseal/harness';
import type { SurfaceState } from '@runseal/spine';
import { readinessOf } from '../admission.ts';
import { externalDriver } from '../driver.ts';
import { adapterNamed } from './adapters.ts';
import type { ProbedProfile, Way } from './probed-profile.ts';
import { createProfileProbes } from './profile-probes.ts';

export interface InspectedProfile {
  readonly profile: string;
  /** Surface → state, as the adapter promises of a run without the gateway. */
  readonly surfaces: Readonly<Record<string, SurfaceState>>;
  /** With its model calls led through the gateway; null when this CLI cannot be led. */
  readonly throughGateway: Readonly<Record<string, SurfaceState>> | null;
  /** What came of trying each, on the way that was asked for; null when this binary was not tried. */
  readonly probed: ProbedProfile | null;
}

export interface Inspection {
  readonly name: string;
  readonly title: string;
  readonly vendor: string;
  readonly adapterVersion: string;
  readonly readiness: Readiness;
  readonly sandbox: SandboxProbe;
  readonly profiles: readonly InspectedProfile[];
}

export interface InspectOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where findings are kept; null for nowhere. */
  readonly folder: string | null;
  /**
   * `look` starts the CLI for its version and lockdown only and shows what is known; `try` drives an episode per profile
   * with a scripted model, unless this binary was tried; `again` does so whatever is known.
   */
  readonly how: 'look' | 'try' | 'again';
  /** How the model calls go in the runs that are asked about; a CLI that cannot be led is tried as it runs. */
  readonly way: Way;
}

/** null when this version knows no harness of that name. */
export async function inspectHarness(
  name: string,
  { env, folder, how, way }: InspectOptions,
): Promise<Inspection | null> {
  const adapter = adapterNamed(name);
  if (adapter === null) return null;
  const sandbox = createSandbox();
  const { enforcement, gatewayEnforcement } = externalDriver(adapter, sandbox).describe();
  const readiness = await readinessOf(adapter, sandbox, env);
  const probes = createProfileProbes({ sandbox, env, folder });
  const canBeTried = readiness.available && !readiness.refuse;
  const ask = { look: 'known', try: 'of', again: 'again' } as const;
  const profiles: InspectedProfile[] = [];
  for (const profile of adapter.profiles)
    profiles.push({
      profile,
      surfaces: enforcement[profile] ?? {},
      throughGateway: gatewayEnforcement?.[profile] ?? null,
      probed: await probes[canBeTried ? ask[how] : 'known'](adapter, profile, way),
    });
  return {
    name,
    title: adapter.title,
    vendor: adapter.vendor,
    adapterVersion: adapter.version,
    readiness,
    sandbox: await sandbox.probe(),
    profiles,
  };
}
