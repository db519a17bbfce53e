/**
 * May this host be reached? First by its name, which costs nobody anything; then by what the name stands for. It is looked up once;
 * every address is checked, and only a checked one is connected to.
 */
import { isIP } from 'node:net';
import { isHostName, listingOf, type ListedHost } from './host-list.ts';
import { isPublicAddress } from './public-address.ts';
import type { Resolve } from './resolve.ts';

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
  /** Checked, in the resolver's order; empty when refused, and while it is judged by its name alone. */
  readonly addresses: readonly string[];
}

const RESOLVE_MS = 10_000;
const MOST_ADDRESSES = 16;

/** Looks nothing up: a lookup is heard by whoever answers for the name. */
export function judgeName(
  list: readonly ListedHost[],
  asked: { readonly host: string; readonly port: number },
): Judgement {
  const host = asked.host.toLowerCase().replace(/\.$/, '');
  const judged = (reason: EgressReason): Judgement => ({ host, port: asked.port, reason, addresses: [] });
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return judged('address_literal');
  if (!isHostName(host)) return judged('name_invalid');
  return judged(listingOf(list, host, asked.port));
}

/** Of a name that is listed. Never rejects. */
export async function judgeAddresses(named: Judgement, resolve: Resolve): Promise<Judgement> {
  const addresses = await resolved(named.host, resolve);
  if (addresses.length === 0) return { ...named, reason: 'unresolvable' };
  // One address of ours among strangers' is how a name is bent to point inside.
  if (!addresses.every((address) => isPublicAddress(address))) return { ...named, reason: 'address_not_public' };
  return { ...named, reason: 'listed', addresses };
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), RESOLVE_MS);
  const late = new Promise<readonly string[]>((answer) => {
    stop.signal.addEventListener('abort', () => answer([]));
  });
  try {
    const found = await Promise.race([resolve(host, stop.signal), late]);
    return found.length > MOST_ADDRESSES ? [] : found;
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
