/** Where to go after signing in: a path of ours, whatever the link said. */
export function nextPath(wanted: string | null): string {
  if (wanted === null || !/^\/[^/\\]/.test(wanted)) return '/overview';
  const url = new URL(wanted, 'http://here.invalid');
  return url.host === 'here.invalid' ? url.pathname + url.search + url.hash : '/overview';
}
