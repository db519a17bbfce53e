/**
 * Finds the real binary of a CLI. Never an npm shim: killing that would orphan the CLI, which then keeps stdout open.
 * Order: the operator's own wish, the npm platform package near the working folder, PATH.
 */
import { constants } from 'node:fs';
import { access, open, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { stampOf } from './files.ts';

export interface HarnessBinary {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The folder or file the child must see to run it. */
  readonly root: string;
  /** Changes when the program does: any of its files, however it was put there. */
  readonly stamp: string;
}

/** How one CLI is installed. */
export interface BinaryKind {
  /** Its name on PATH. */
  readonly command: string;
  /** Environment variable with the operator's own wish, which then is the only place looked at. */
  readonly variable: string;
  /** npm package with the build for this platform. */
  readonly platformPackage: string;
  /** Where the binary may lie in that package, best first; relative. */
  readonly within: (packageFolder: string) => Promise<readonly string[]>;
  /** The CLI is a script that Node runs, not a binary with a shim before it. */
  readonly nodeScript?: true;
  /** What the child must see beside the binary; default: the binary alone. */
  readonly rootOf?: (path: string) => Promise<string>;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Null when there is none. */
export async function findBinary(
  kind: BinaryKind,
  env: Env,
  asked: string | undefined = env[kind.variable],
): Promise<HarnessBinary | null> {
  if (asked) return isAbsolute(asked) ? described(kind, asked) : null;
  for (const folder of nearby(process.cwd())) {
    const found = await fromPackage(kind, join(folder, 'package.json'));
    if (found) return found;
  }
  for (const folder of (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)) {
    const found = await described(kind, join(folder, kind.command));
    if (found) return found;
  }
  return null;
}

/** The folder itself and those above it, and beside each the folder in which a checkout pins its test harnesses. */
function nearby(start: string): string[] {
  const folders: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder, join(folder, 'test', 'harnesses'));
    if (dirname(folder) === folder) return folders;
  }
}

async function described(kind: BinaryKind, path: string): Promise<HarnessBinary | null> {
  try {
    const real = await realpath(path);
    const facts = await stat(real);
    if (!facts.isFile()) return null;
    await access(real, constants.X_OK);
    if (kind.nodeScript !== true && (await isNodeShim(real))) return await fromPackage(kind, real);
    const root = (await kind.rootOf?.(real)) ?? real;
    return { path: real, root, stamp: `${real}\0${stampOf(root)}` };
  } catch {
    return null;
  }
}

/** `from` is any file in a folder from which Node would resolve the package. */
async function fromPackage(kind: BinaryKind, from: string): Promise<HarnessBinary | null> {
  try {
    const folder = dirname(createRequire(from).resolve(`${kind.platformPackage}/package.json`));
    for (const file of await kind.within(folder)) {
      const found = await described(kind, join(folder, file));
      if (found) return found;
    }
  } catch {
    // Not resolvable from there.
  }
  return null;
}

async function isNodeShim(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0);
    return /^#!.*\bnode\b/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
