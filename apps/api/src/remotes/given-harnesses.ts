import type { Tool } from '@runseal/dispatch';
import type { Driver } from '@runseal/harness';
import { remoteDriver } from '@runseal/harness/remote';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { GivenHarness } from '../config/given-harness.ts';
import type { HostTools } from './host-tools.ts';

/** A harness given at start-up, with what can be carried out for it. */
export interface Given extends GivenHarness {
  /** null: nobody carries anything out for it. */
  readonly tools: readonly Tool[] | null;
}

/** Asks for the host tools of each harness, once. Throws ConfigError with the name of the one whose tools cannot be had. */
export async function givenHarnesses({ harnesses }: Config, hostTools: HostTools): Promise<readonly Given[]> {
  const given: Given[] = [];
  for (const harness of harnesses) {
    try {
      given.push({ ...harness, tools: await hostTools(harness.name) });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigError(`the host tools of the harness ${harness.name} cannot be built: ${why}`, { cause });
    }
  }
  return given;
}

/** For goals of one turn; what it says of itself is not pinned there. */
export const driverOfGiven = ({ name, address, token, tools }: Given): Driver =>
  remoteDriver({ name, address, token, digest: null, executors: (tools ?? []).map((tool) => tool.name) });
