import fs from 'node:fs';
import type { StdioOptions } from 'node:child_process';

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Stdio for a child whose first descriptors are `own`, with every descriptor that this process itself inherited (and a
 * child would therefore inherit too) replaced by /dev/null. Descriptors opened by Node close on exec and need nothing.
 */
export function sealedStdio(own: readonly ('pipe' | 'ignore' | 'ipc')[]): { stdio: StdioOptions; release: () => void } {
  const leaked = inheritable().filter((fd) => fd >= own.length);
  if (leaked.length === 0) return { stdio: [...own], release: () => undefined };
  const nowhere = fs.openSync('/dev/null', 'r+');
  const stdio = Array.from(
    { length: Math.max(...leaked) + 1 },
    (_, fd) => own[fd] ?? (leaked.includes(fd) ? nowhere : ('ignore' as const)),
  );
  return { stdio, release: () => fs.closeSync(nowhere) };
}

/** Open descriptors above 2 that survive exec. Linux only; elsewhere none are known. */
function inheritable(): number[] {
  return listDescriptors().filter((fd) => {
    try {
      const flags = /^flags:\s*([0-7]+)/m.exec(fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1];
      return flags !== undefined && (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
    } catch {
      return false; // Closed meanwhile: the listing itself needs a descriptor.
    }
  });
}

function listDescriptors(): number[] {
  try {
    return fs
      .readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2);
  } catch {
    return [];
  }
}
