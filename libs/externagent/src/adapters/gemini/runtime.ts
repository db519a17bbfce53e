/** The Node that runs the bundle, and what that needs beside the C library. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '@runseal/dispatch';
import { loaderMounts } from '../../binary/loader.ts';

/** The one this program itself runs on. */
export const NODE = realpathSync(process.execPath);

const FOLDERS = ['/lib/x86_64-linux-gnu', '/lib/aarch64-linux-gnu', '/lib64', '/usr/lib64'];
const LIBRARIES = ['libstdc++.so.6', 'libgcc_s.so.1', 'libatomic.so.1'];

/** Read-only, file by file: no folder of the host, no shell and no other program. */
export function runtimeMounts(): Mount[] {
  const libraries = FOLDERS.flatMap((folder) => LIBRARIES.map((library) => join(folder, library)));
  return [{ kind: 'ro', host: NODE, child: NODE }, ...loaderMounts(), ...libraries.flatMap(mounted)];
}

function mounted(child: string): Mount[] {
  try {
    return [{ kind: 'ro', host: realpathSync(child), child }];
  } catch {
    return [];
  }
}
