import { parsePolicy, type Policy } from '@runseal/spine/ledger';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../config/config.ts';

/** The witness policy this installation follows (c2sp.org/tlog-policy); null without one. Throws ConfigError. */
export async function readPolicy(path: string | null): Promise<Policy | null> {
  if (path === null) return null;
  try {
    return parsePolicy(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`RUNSEAL_WITNESS_POLICY: the policy ${path} cannot be used: ${why}`, { cause });
  }
}
