import type { Found } from './findings.ts';

/** How the model calls go: through our gateway, or straight to the provider. */
export type Way = 'gateway' | 'provider';

export interface ProbedProfile {
  readonly adapter: string;
  readonly adapterVersion: string;
  readonly profile: string;
  /** How its model calls went while it was tried, as they go in the runs this is said of. */
  readonly way: Way;
  /** Of the program that was tried, 64 hex digits; null when there is none of its own. */
  readonly binarySha256: string | null;
  /** Every surface of the profile. */
  readonly found: Readonly<Record<string, Found>>;
  /** Surfaces that are held less than the profile promises. */
  readonly broken: readonly string[];
  /** Tools of its own that it offered to its model. */
  readonly offered: readonly string[];
  /** True when the trial got to its end. */
  readonly complete: boolean;
  /** Why something was not tried; '' when all that can be tried was. */
  readonly reason: string;
}

/** All that a finding depends on. */
export interface ProbeKey {
  readonly adapter: string;
  readonly adapterVersion: string;
  readonly profile: string;
  readonly way: Way;
  readonly binarySha256: string | null;
  readonly level: string;
}
