/** `host:port` of a CONNECT; null when it is none. */
export function authorityOf(text: string): { readonly host: string; readonly port: number } | null {
  const [, host, digits] = /^(\[[0-9A-Fa-f:.%]{1,64}\]|[^:/@\s]{1,253}):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}
