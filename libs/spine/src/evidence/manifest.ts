/** Manifests of a bag (RFC 8493 2.1.3) as somebody else may have written them. */

export interface ManifestEntry {
  /** Path within the bag, with slashes, as it is on the disk. */
  readonly path: string;
  /** Hex, lower case. */
  readonly sha256: string;
}

export interface ReadManifest {
  readonly entries: readonly ManifestEntry[];
  /** Lines that are none of a manifest, counted from 1, and why. */
  readonly faults: readonly { readonly line: number; readonly why: string }[];
}

/**
 * Reads a manifest of SHA-256. A path that leads out of the bag, or that stands there twice, is a fault and no entry: nothing
 * is ever looked up outside.
 */
export function parseManifest(text: string): ReadManifest {
  const entries = new Map<string, ManifestEntry>();
  const faults: { line: number; why: string }[] = [];
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const fault = (why: string): void => void faults.push({ line: index + 1, why });
    const [, sha256, written] = /^([0-9a-f]{64})[ \t]+\*?(\S.*)$/iu.exec(line) ?? [];
    if (sha256 === undefined || written === undefined) {
      fault('is not 64 hex digits and a path');
      continue;
    }
    const path = unescaped(written);
    if (!staysInside(path)) fault('names a path that leads out of the package');
    else if (entries.has(path)) fault(`names ${path} a second time`);
    else entries.set(path, { path, sha256: sha256.toLowerCase() });
  }
  return { entries: [...entries.values()], faults };
}

const unescaped = (path: string): string =>
  path.replaceAll(/%0d/giu, '\r').replaceAll(/%0a/giu, '\n').replaceAll('%25', '%');

/** Whether a path is relative, with slashes, and never leads upwards; a backslash or a drive would lead elsewhere on some systems. */
export const staysInside = (path: string): boolean =>
  !/[\\\0]|^[a-z]:/iu.test(path) && path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
