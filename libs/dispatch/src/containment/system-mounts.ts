import fs from 'node:fs';
import type { Mount } from './sandbox.ts';

/** Programs, libraries and certificates of the host. Nothing of /etc that names people, hosts or keys. */
const PLACES = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
  '/etc/ssl/certs',
  '/etc/ca-certificates',
  '/etc/pki/tls/certs',
];

/** Read-only mounts that let ordinary programs run: those of the list that this host has. */
export function systemMounts(): Mount[] {
  return PLACES.filter((place) => fs.existsSync(place)).map((place) => ({ kind: 'ro', host: place, child: place }));
}
