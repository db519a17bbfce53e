/**
 * A path in normal form: relative to the workspace, no `.` and no empty names, Unicode NFC. An absolute path keeps its
 * leading slash. `..` stays as it is: no tool of the waist follows it.
 */
export function normalPath(path: string): string {
  const names = path.normalize('NFC').split('/');
  const kept = names.filter((name) => name !== '' && name !== '.').join('/');
  return path.startsWith('/') ? `/${kept}` : kept;
}

/** How many names deeper `inner` lies than `outer`: 0 for the same path, null when it lies elsewhere. */
export function depthBelow(outer: string, inner: string): number | null {
  if (inner === outer) return 0;
  const prefix = outer === '' || outer === '/' ? outer : `${outer}/`;
  if (!inner.startsWith(prefix) || (outer === '' && inner.startsWith('/'))) return null;
  return inner.slice(prefix.length).split('/').length;
}
