/**
 * Where a Postgres URL says that the server is, in all the ways people write it: one host or several, an IPv6 literal, the
 * folder of a Unix socket. The driver (postgres.js 3.4.9) takes the first two from a URL; the others are given to it beside it.
 */

/** What the driver is given: a URL that it can read, and what it cannot read from one. */
export interface ServerAddress {
  readonly url: string;
  readonly options: { readonly host?: string[]; readonly port?: number[]; readonly path?: string };
}

const USUAL_PORT = 5432;
/** Stands where the driver looks for a host that it is told beside the URL. */
const ANY_HOST = 'localhost';
const URL_PARTS = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#@]*)(\/[^?#@]*)?(?:\?([^#]*))?$/;
const ATTRIBUTES = 'target_session_attrs';
const READ_WRITE = 'read-write';
const SEVERAL = /^[a-z]+:\/\/[^/?#]*,/;
const PLACE = /^(?:\[([0-9A-Fa-f:.%]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/;

/** Null for what is no such URL: most often a password with characters that must be percent-encoded. */
export function serverAddress(text: string): ServerAddress | null {
  const parts = URL_PARTS.exec(text);
  if (parts === null) return null;
  const [, scheme = '', login, hosts = '', path = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  const folder = parameters.get('host');
  const places = hosts.split(',').map((place) => PLACE.exec(place));
  if (places.some((place) => place === null) || !isEncoded(login ?? '')) return null;
  const user = login === undefined ? '' : `${login}@`;
  if (folder?.startsWith('/') === true) {
    const port = parameters.get('port') ?? places[0]?.[3] ?? String(USUAL_PORT);
    for (const taken of ['host', 'port']) parameters.delete(taken);
    return {
      url: join(`${scheme}${user}${ANY_HOST}${path}`, parameters),
      options: { path: `${folder}/.s.PGSQL.${port}` },
    };
  }
  const literal = places.some((place) => place?.[1] !== undefined);
  // No host at all: the environment (PGHOST) says it, or it is this machine.
  if (!literal) return hosts === '' && user !== '' ? null : { url: text, options: {} };
  return {
    url: join(`${scheme}${user}${ANY_HOST}${path}`, parameters),
    options: {
      host: places.map((place) => place?.[1] ?? place?.[2] ?? ANY_HOST),
      port: places.map((place) => Number(place?.[3] ?? USUAL_PORT)),
    },
  };
}

/**
 * Of several servers at most one takes what is written, and the driver is content with whichever answers: it is told to look for the
 * primary. `read-write` means that too, and the driver (postgres.js 3.4.9) takes a standby of Postgres 14 or newer for one. Another
 * choice, in the URL or the environment, stands.
 */
export function askedForPrimary({ url, options }: ServerAddress): ServerAddress {
  const several = options.host === undefined ? SEVERAL.test(url) : options.host.length > 1;
  const parameters = queryOf(url);
  const asked = parameters.get(ATTRIBUTES) ?? process.env['PGTARGETSESSIONATTRS'] ?? (several ? READ_WRITE : null);
  if (asked !== READ_WRITE) return { url, options };
  parameters.set(ATTRIBUTES, 'primary');
  return { url: join(addressOf(url), parameters), options };
}

/** The URL with these parameters where it does not say them itself. */
export function withParameters(url: string, added: Readonly<Record<string, string>>): string {
  const parameters = queryOf(url);
  for (const [name, value] of Object.entries(added)) if (!parameters.has(name)) parameters.set(name, value);
  return join(addressOf(url), parameters);
}

// Not read as a URL: with several hosts it is none.
const addressOf = (url: string): string => url.split('?', 1)[0]!;
const queryOf = (url: string): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '');

const join = (address: string, parameters: URLSearchParams): string =>
  parameters.size === 0 ? address : `${address}?${parameters.toString()}`;

function isEncoded(login: string): boolean {
  try {
    decodeURIComponent(login);
    return true;
  } catch {
    return false;
  }
}
