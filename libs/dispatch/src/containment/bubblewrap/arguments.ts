/** What bubblewrap is told. Everything travels over a descriptor, so that nothing but the program's argv shows in /proc. */
import type { Mount, ProgramSpec } from '../sandbox.ts';

/** User and group inside. Outside they are whoever runs us. */
const INSIDE_ID = '1000';
/** A temporary file system without a size may take half of the host's memory. */
const DEFAULT_TEMPORARY_BYTES = 512 * 1024 * 1024;
const SHARED_MEMORY_BYTES = String(64 * 1024 * 1024);
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'];

/** NUL-joined options for `--args FD`. */
export function sandboxOptions(spec: Pick<ProgramSpec, 'mounts' | 'env' | 'cwd' | 'limits'>): Buffer {
  const size = String(spec.limits?.temporaryBytes ?? DEFAULT_TEMPORARY_BYTES);
  const options = [
    ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ['--cap-drop', 'ALL'],
    ['--uid', INSIDE_ID],
    ['--gid', INSIDE_ID],
    ['--hostname', 'agent'],
    ['--perms', '1777', '--size', size, '--tmpfs', '/tmp'],
    ...byDepth(spec.mounts).map((mount) => mountOption(mount, size)),
    // Read-only: run by root we are still the host's root to procfs, which would let us write kernel settings.
    ['--proc', '/proc', '--remount-ro', '/proc'],
    ...devices(),
    ['--remount-ro', '/'],
    ...Object.entries(spec.env).map(([name, value]) => ['--setenv', name, value]),
    ['--chdir', spec.cwd],
  ];
  return Buffer.from(`${options.flat().join('\0')}\0`);
}

/** A mount that lies inside another must come after it. */
function byDepth(mounts: readonly Mount[]): Mount[] {
  const depth = (mount: Mount): number => mount.child.split('/').filter(Boolean).length;
  return [...mounts].sort((a, b) => depth(a) - depth(b));
}

function mountOption(mount: Mount, size: string): string[] {
  switch (mount.kind) {
    case 'ro':
      return ['--ro-bind', mount.host, mount.child];
    case 'rw':
      return ['--bind', mount.host, mount.child];
    case 'tmpfs':
      return ['--size', size, '--tmpfs', mount.child];
  }
}

/**
 * A minimal /dev of our own. bubblewrap's `--dev` would bring pseudo-terminals, and for them a second user namespace
 * that an ordinary user could not enter to listen in it.
 */
function devices(): string[][] {
  return [
    ['--tmpfs', '/dev'],
    ...DEVICES.map((name) => ['--dev-bind', `/dev/${name}`, `/dev/${name}`]),
    ['--symlink', '/proc/self/fd', '/dev/fd'],
    ['--symlink', '/proc/self/fd/0', '/dev/stdin'],
    ['--symlink', '/proc/self/fd/1', '/dev/stdout'],
    ['--symlink', '/proc/self/fd/2', '/dev/stderr'],
    ['--perms', '1777', '--size', SHARED_MEMORY_BYTES, '--tmpfs', '/dev/shm'],
    ['--remount-ro', '/dev'],
  ];
}
