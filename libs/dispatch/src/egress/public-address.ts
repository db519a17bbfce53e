/** Which addresses are out in the world. Everything else is this machine, its networks, its cloud, or nobody. */
import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { networkInterfaces } from 'node:os';

/** IANA's special registries, and what clouds answer their guests on. */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within 2000::/3, which is all of IPv6 that is given out: protocols, documentation, and IPv4 in other clothes. */
const NOT_PUBLIC_6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [network, prefix] of NOT_PUBLIC) blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_6) blocked.addSubnet(network, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** False for anything that is not one plain address, for this machine's own, and for IPv4 written as IPv6. */
export function isPublicAddress(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4') && !isOwn(address, interfaces);
  if (!isIPv6(address) || address.includes('%')) return false;
  if (!global6.check(address, 'ipv6') || blocked.check(address, 'ipv6')) return false;
  return !isOwn(new SocketAddress({ address, family: 'ipv6' }).address, interfaces);
}

/** A public address of this machine leads to whatever else listens here. */
function isOwn(address: string, interfaces: Interfaces): boolean {
  return Object.values(interfaces).some((each) => each?.some((own) => own.address === address));
}

type Interfaces = Readonly<Record<string, readonly { readonly address: string }[] | undefined>>;
