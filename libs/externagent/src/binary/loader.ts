/**
 * What a dynamically linked program needs to be loaded, and nothing more: the loader and the C library's own files, one
 * by one. The folders around them stay out, and with them every shell and every other program of the host.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';

const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'];
const FOLDERS = ['/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu', '/lib64', '/usr/lib64'];
const LIBRARIES = [
  'libc.so.6',
  'libpthread.so.0',
  'libdl.so.2',
  'libm.so.6',
  'librt.so.1',
  'libresolv.so.2',
  'libnss_files.so.2',
  'libnss_dns.so.2',
];

/** Read-only mounts of those that this host has, each under the name the loader looks for. */
export function loaderMounts(): Mount[] {
  const wanted = [...LOADERS, ...FOLDERS.flatMap((folder) => LIBRARIES.map((library) => join(folder, library)))];
  return wanted.flatMap((child): Mount[] => {
    try {
      return [{ kind: 'ro', host: realpathSync(child), child }];
    } catch {
      return [];
    }
  });
}
