/**
 * A host as the network knows it: lower case, names in their ASCII form, addresses in their shortest; null when the text is
 * no host, or more than one (a port, a path, a user).
 */
export function normalHost(text: string): string | null {
  const bare = text.replace(/\.$/u, '');
  const url = `http://${bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare}`;
  if (bare === '' || /[@/\\?#%\s]|\]:/u.test(bare) || !URL.canParse(url)) return null;
  return new URL(url).hostname;
}

/** Whether it is an address, in normal form, and not a name. */
export const isAddress = (host: string): boolean => /^\[|^\d+\.\d+\.\d+\.\d+$/u.test(host);

export function hostOf(endpoint: unknown): string | null {
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? normalHost(new URL(endpoint).hostname) : null;
}
