import path from 'node:path';
import type { Mount } from './sandbox.ts';

/** Host path of what the child sees at `childPath`, by the deepest mount that covers it; null when none does. */
export function hostPathOf(mounts: readonly Mount[], childPath: string): string | null {
  const wanted = path.posix.normalize(childPath);
  const covering = mounts
    .filter((mount) => within(mount.child, wanted))
    .sort((a, b) => b.child.length - a.child.length)[0];
  if (covering === undefined || covering.kind === 'tmpfs') return null;
  return path.join(covering.host, path.posix.relative(path.posix.normalize(covering.child), wanted));
}

function within(folder: string, wanted: string): boolean {
  const base = path.posix.normalize(folder).replace(/\/+$/, '');
  return wanted === base || base === '' || wanted.startsWith(`${base}/`);
}
