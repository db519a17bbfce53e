/**
 * The hosts a run may reach: `example.org` is that name, `.example.org` every name below it, and `:8443` one port instead
 * of 80 and 443. Names only: an address says nothing about who answers there.
 */
import { DispatchError } from '../errors.ts';

export interface ListedHost {
  /** Lower case; without the leading dot. */
  readonly name: string;
  readonly below: boolean;
  readonly ports: readonly number[];
}

const PORTS = [80, 443];
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const ENTRY = /^(\.?)([^:]+)(?::(\d{1,5}))?$/;

/** Throws DispatchError `runseal.egress_invalid` for an entry that names no host. */
export function readHostList(entries: readonly string[]): readonly ListedHost[] {
  return entries.map((entry) => {
    const [, dot, name = '', port] = ENTRY.exec(entry) ?? [];
    const ports = port === undefined ? PORTS : [Number(port)];
    if (!isHostName(name) || ports.some((number) => number < 1 || number > 65_535))
      throw new DispatchError(
        'runseal.egress_invalid',
        `${JSON.stringify(entry)} names no host. Write example.org, .example.org for all below it, or example.org:8443.`,
      );
    return { name, below: dot === '.', ports };
  });
}

/** A name of the DNS in lower case that is no address, whatever a resolver would make of it. */
export function isHostName(name: string): boolean {
  // A name that ends in a number is taken for an address by some: 0x7f.1, 127.1.
  return name.length <= 253 && NAME.test(name) && !/(^|\.)(0x[0-9a-f]*|\d+)$/.test(name);
}

export type Listing = 'listed' | 'port_not_listed' | 'not_listed';

export function listingOf(list: readonly ListedHost[], name: string, port: number): Listing {
  const named = list.filter((host) => (host.below ? name.endsWith(`.${host.name}`) : name === host.name));
  if (named.length === 0) return 'not_listed';
  return named.some(({ ports }) => ports.includes(port)) ? 'listed' : 'port_not_listed';
}
