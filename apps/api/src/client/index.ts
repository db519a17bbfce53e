import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.ts';

export type { components, paths };
/** A named schema of the API, e.g. `Wire<'RunDetail'>`. */
export type Wire<Name extends keyof components['schemas']> = components['schemas'][Name];
export type RunsealClient = Client<paths>;

export interface ClientOptions {
  /** e.g. `http://127.0.0.1:8080`; empty for the same origin. */
  readonly baseUrl: string;
  /** `rsk_…`; absent in the browser, which has a session cookie. */
  readonly apiKey?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A typed client of every route. Answers `{ data, error, response }`; `error` is a problem with a stable `code`. */
export function createClient({ baseUrl, apiKey, fetch }: ClientOptions): RunsealClient {
  return createFetchClient<paths>({
    baseUrl,
    credentials: 'same-origin',
    ...(apiKey === undefined ? {} : { headers: { authorization: `Bearer ${apiKey}` } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
