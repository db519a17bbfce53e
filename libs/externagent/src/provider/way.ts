/** The way to a provider with a name: we answer under that name, and the CLI checks the provider's certificate. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';
import type { Provider } from './address.ts';
import { trustBundle } from './trust.ts';

export interface WayToProvider {
  readonly mounts: readonly Mount[];
  /** Bundle of authorities as the child sees it (PEM); null when the provider speaks plain http. */
  readonly trustFile: string | null;
}

const TRUST = '/etc/runseal-ca.pem';

/** Writes what it mounts into `home`. Throws HarnessError `harness_not_ready` as {@link trustBundle} does. */
export async function wayToProvider(
  provider: Pick<Provider, 'hostname' | 'tls'>,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<WayToProvider> {
  const mounts: Mount[] = [];
  if (provider.hostname !== null) {
    const hosts = join(home, 'hosts');
    await writeFile(hosts, `127.0.0.1 localhost\n127.0.0.1 ${provider.hostname}\n`, { mode: 0o600 });
    mounts.push({ kind: 'ro', host: hosts, child: '/etc/hosts' });
  }
  if (!provider.tls) return { mounts, trustFile: null };
  const trust = await trustBundle(env);
  const file = trust.kind === 'file' ? trust.path : join(home, 'ca.pem');
  if (trust.kind === 'text') await writeFile(file, trust.pem, { mode: 0o600 });
  mounts.push({ kind: 'ro', host: file, child: TRUST });
  return { mounts, trustFile: TRUST };
}
