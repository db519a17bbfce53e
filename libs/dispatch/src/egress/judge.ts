/** May this host be reached? Resolved once; every address is checked, and only a checked one is connected to. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isHostName, listingOf, type ListedHost } from './host-list.ts';
import { isPublicAddress } from './public-address.ts';

export type EgressReason =
  | 'listed'
  | 'not_listed'
  | 'port_not_listed'
  | 'name_invalid'
  | 'address_literal'
  | 'unresolvable'
  | 'address_not_public';

export interface Judgement {
  /** As judged: lower case, without a closing dot. */
  readonly host: string;
  readonly port: number;
  readonly reason: EgressReason;
  /** Checked, in the resolver's order; empty when refused. */
  readonly addresses: readonly string[];
}

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const RESOLVE_MS = 10_000;
const MOST_ADDRESSES = 16;

export const resolveByHost: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Never rejects. */
export async function judge(
  list: readonly ListedHost[],
  asked: { readonly host: string; readonly port: number },
  resolve: Resolve,
): Promise<Judgement> {
  const host = asked.host.toLowerCase().replace(/\.$/, '');
  const refused = (reason: EgressReason): Judgement => ({ host, port: asked.port, reason, addresses: [] });
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return refused('address_literal');
  if (!isHostName(host)) return refused('name_invalid');
  const listing = listingOf(list, host, asked.port);
  if (listing !== 'listed') return refused(listing);
  const addresses = await resolved(host, resolve);
  if (addresses.length === 0) return refused('unresolvable');
  // One address of ours among strangers' is how a name is bent to point inside.
  if (!addresses.every((address) => isPublicAddress(address))) return refused('address_not_public');
  return { host, port: asked.port, reason: 'listed', addresses };
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((answer) => {
    timer = setTimeout(answer, RESOLVE_MS, []);
  });
  try {
    const found = await Promise.race([resolve(host), late]);
    return found.length > MOST_ADDRESSES ? [] : found;
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
