/** What a call would write, as far as its arguments say so. */
export type Written =
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | { readonly kind: 'patch'; readonly patch: string };

/** Reads the arguments of a writing action; null for any other action, and for arguments of another shape. */
export function writtenBy(action: string, text: string): Written | null {
  const args = parsed(text);
  const { path, content, patch } = args;
  if (action === 'workspace_write' && typeof path === 'string' && typeof content === 'string')
    return { kind: 'file', path, content };
  if (action === 'workspace_patch' && typeof patch === 'string') return { kind: 'patch', patch };
  return null;
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
