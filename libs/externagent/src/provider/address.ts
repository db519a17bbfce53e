/** Where a CLI finds its model: the address as the confined child sees it, and the way there (ADR 0042). */
import { isIP } from 'node:net';
import type { Reach } from '@runseal/dispatch';
import { HarnessError } from '@runseal/harness';

export interface Provider {
  /** The provider's own address, as this machine reaches it. Without a slash at its end. */
  readonly upstream: string;
  /** What the CLI is told; a loopback address is always spelled 127.0.0.1 there. Without a slash at its end. */
  readonly baseUrl: string;
  /** From the child's own 127.0.0.1 to the provider. */
  readonly reach: Reach;
  /** Name the child must resolve to 127.0.0.1, so that TLS still checks the provider's own certificate; else null. */
  readonly hostname: string | null;
  readonly tls: boolean;
}

/** The environment variable with the operator's address, and the vendor's own. */
export interface ProviderSetting {
  readonly variable: string;
  readonly otherwise: string;
}

/**
 * @param lowPorts whether we may listen on a port below 1024 inside the sandbox; `moved` adds 8000 to such a
 *   port on the child's side, and with it to the URL and the Host header
 * @throws HarnessError `harness_refused` for an address no key should be sent to
 */
export function providerAddress(
  { variable, otherwise }: ProviderSetting,
  env: Readonly<Record<string, string | undefined>>,
  lowPorts: 'kept' | 'moved' = lowPortsHere(),
): Provider {
  const refused = (why: string, cause?: unknown) =>
    new HarnessError('harness_refused', `${variable} ${why}.`, { cause });
  const url = parsed(env[variable] || otherwise, refused);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name may begin like an address: 127.example.com is anybody's.
  const loopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  const tls = url.protocol === 'https:';
  if (!tls && !loopback) throw refused('must be https unless it is on this machine: the key would travel in the clear');
  const port = Number(url.port) || (tls ? 443 : 80);
  const named = isIP(host) === 0 && !loopback;
  if (!named && !loopback) throw refused('must name its host: a certificate cannot be checked against a bare address');
  const upstream = url.href.replace(/\/$/, '');
  const childPort = port < 1024 && lowPorts === 'moved' ? port + 8000 : port;
  if (loopback) url.hostname = '127.0.0.1';
  if (childPort !== port) url.port = String(childPort);
  return {
    upstream,
    baseUrl: url.href.replace(/\/$/, ''),
    reach: { port: childPort, target: { host: host === 'localhost' ? '127.0.0.1' : host, port } },
    hostname: named ? host : null,
    tls,
  };
}

/** Only root keeps the right to bind low ports when it enters the sandbox's network. */
const lowPortsHere = (): 'kept' | 'moved' => (process.getuid?.() === 0 ? 'kept' : 'moved');

function parsed(text: string, refused: (why: string, cause?: unknown) => HarnessError): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw refused('is not a URL', cause);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('must be an http or https URL');
  if (url.username || url.password) throw refused('must not hold a user or password; put the key into the environment');
  if (url.search || url.hash) throw refused('must not hold a query or a fragment');
  return url;
}
