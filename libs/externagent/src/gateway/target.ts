/** Where a call goes and what it says of itself: nothing leaves that is not on the record or fixed here. */
import type { IncomingMessage } from 'node:http';
import type { Protocol, Route } from './protocol.ts';

export interface ModelProvider {
  /** The provider's own address, e.g. `https://api.openai.com/v1`, without a slash at its end. */
  readonly baseUrl: string;
  /** The operator's key. It is sent there and nowhere else. */
  readonly key: string;
}

export function targetOf({ url = '' }: IncomingMessage, { path, query }: Route, { baseUrl }: ModelProvider): URL {
  const target = new URL(`${baseUrl}${path}`);
  const asked = new URL(url, 'http://gateway.invalid').searchParams;
  for (const name of query) {
    const value = asked.get(name);
    if (value !== null && PLAIN.test(value)) target.searchParams.set(name, value);
  }
  return target;
}

export function targetHeaders(
  { headers }: IncomingMessage,
  protocol: Protocol,
  { key }: ModelProvider,
  body: Uint8Array,
): Record<string, string> {
  const said = SAID.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && PLAIN.test(value) ? [[name, value] as const] : [];
  });
  return {
    accept: 'application/json, text/event-stream',
    'user-agent': 'runseal-gateway',
    ...Object.fromEntries(said),
    ...protocol.keyHeaders(key),
    'content-type': 'application/json',
    'content-length': String(body.length),
    // A packed answer could be passed on but not counted.
    'accept-encoding': 'identity',
  };
}

/** Versions and switches of the protocols. Any other header could carry out what is not recorded. */
const SAID = ['accept', 'anthropic-version', 'anthropic-beta', 'openai-beta'] as const;
const PLAIN = /^[\w .,;:/=+*-]{1,256}$/;
