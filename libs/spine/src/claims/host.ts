/**
 * A host as the network knows it: lower case, names in their ASCII form, addresses in their shortest, those of IPv4 as such even
 * where they are written into IPv6; null when the text is no host (a port, a path, a user), or may be several (a pattern).
 */
export function normalHost(text: string): string | null {
  const bare = text.replace(/\.$/u, '');
  const url = `http://${bare.includes(':') && !bare.startsWith('[') ? `[${bare}]` : bare}`;
  if (/[@/\\?#%*\s]|\]:|^\.|\.\.|^$|\.$/u.test(bare) || !URL.canParse(url)) return null;
  return ipv4Within(new URL(url).hostname);
}

/** RFC 4291 2.5.5.2: `[::ffff:c000:201]` is 192.0.2.1. */
function ipv4Within(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/u.exec(host) ?? [];
  if (high === undefined || low === undefined) return host;
  const both = [high, low].map((part) => parseInt(part, 16));
  return both.flatMap((part) => [part >> 8, part & 255]).join('.');
}

/** Whether it is an address, in normal form, and not a name. */
export const isAddress = (host: string): boolean => /^\[|^\d+\.\d+\.\d+\.\d+$/u.test(host);

export function hostOf(endpoint: unknown): string | null {
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? normalHost(new URL(endpoint).hostname) : null;
}
