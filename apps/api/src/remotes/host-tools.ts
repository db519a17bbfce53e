import { permissionTools, workspaceTools, type Tool } from '@runseal/dispatch';
import { executorTools } from '@runseal/harness/executors';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';

/**
 * Builds what can be carried out for a remote harness given at start-up; null for nothing. Asked once for each; what it throws
 * stops the start.
 */
export type HostTools = (harness: string) => readonly Tool[] | null | Promise<readonly Tool[] | null>;

/** Names that mean something else on a record of ours. `conformance_check` is the probe of an agent CLI. */
const OURS = [...workspaceTools(), ...permissionTools()].map(({ name }) => name).concat('conformance_check');

/**
 * The workspace tools, and what the operator's executor carries out beside them; or what the program that starts us has of
 * its own. Throws ConfigError where both are given.
 */
export function hostToolsOf({ toolExecutors: path }: Pick<Config, 'toolExecutors'>, own?: HostTools): HostTools {
  if (path === null) return own ?? (() => workspaceTools());
  if (own !== undefined)
    throw new ConfigError(
      '--tool-executors (RUNSEAL_TOOL_EXECUTORS) and host tools of the program that starts this say the same thing twice: give one of them.',
    );
  return async (harness) => [...workspaceTools(), ...(await executorTools({ path, harness }, OURS))];
}
