import { parseAnchors, type Authority } from '@runseal/spine/time';
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from '../config/config.ts';

/** The time authority of the configuration; null without one. Throws ConfigError for certificates that cannot be read. */
export async function authorityOf({ timeAuthority }: Pick<Config, 'timeAuthority'>): Promise<Authority | null> {
  if (timeAuthority === null) return null;
  const { url, timeoutMs, anchors } = timeAuthority;
  return { url, timeoutMs, anchors: anchors === null ? [] : await readAnchors(anchors) };
}

async function readAnchors(path: string): Promise<readonly Uint8Array[]> {
  try {
    return parseAnchors(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`RUNSEAL_TSA_CA: the certificates ${path} cannot be used: ${why}`, { cause });
  }
}
