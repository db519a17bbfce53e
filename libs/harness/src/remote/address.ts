/** Where a remote harness listens: `tcp://` on a literal loopback address of this machine, or `tls://` anywhere. */
import { BlockList, isIP } from 'node:net';
import { HarnessError } from '../errors.ts';

export interface RemoteAddress {
  /** As it is written everywhere: `tcp://127.0.0.1:9301`. */
  readonly text: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates (PEM) of who may vouch for the other machine; absent: those this system trusts. */
  readonly ca?: string;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for 127.0.0.0/8 and ::1 written as addresses; a name may be anybody's by the time it is used. */
export function isLiteralLoopback(host: string): boolean {
  const version = isIP(host);
  return version !== 0 && LOOPBACK.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

/** Splits `host:port`, `[v6]:port`; null when it is neither. Port 0 is allowed: a listener may ask for a free one. */
export function hostAndPort(text: string): { readonly host: string; readonly port: number } | null {
  const match = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([^\s:/?#@[\]]{1,253})):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  return match === null || port > 65_535 ? null : { host: match[1] ?? match[2]!, port };
}

/** Throws HarnessError `address_invalid`. Without a scheme it is `tcp`. */
export function remoteAddress(text: string): RemoteAddress {
  const match = /^(?:(tcp|tls):\/\/)?(.+)$/.exec(text);
  const place = match === null ? null : hostAndPort(match[2]!);
  if (match === null || place === null || place.port === 0)
    throw invalid(text, 'give host and port, such as 127.0.0.1:9301 or tls://agents.example:9301');
  const tls = match[1] === 'tls';
  if (!tls && !isLiteralLoopback(place.host))
    throw invalid(text, 'plain TCP is for a literal loopback address only; use tls:// for another machine');
  const { host, port } = place;
  return { text: `${tls ? 'tls' : 'tcp'}://${host.includes(':') ? `[${host}]` : host}:${port}`, host, port, tls };
}

function invalid(text: string, why: string): HarnessError {
  return new HarnessError(
    'address_invalid',
    `The address ${JSON.stringify(text.slice(0, 200))} cannot be used: ${why}.`,
  );
}
