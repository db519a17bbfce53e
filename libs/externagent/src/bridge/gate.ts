/**
 * What a request must show before anything reads its body. The bridge listens on loopback, but every page in a browser
 * and every process of the machine can reach loopback too.
 */
import type { IncomingMessage } from 'node:http';
import { equalInConstantTime } from './constant-time.ts';

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const BRIDGE_PATH = '/mcp';

/** null when the request may come in. Host and Origin are judged before the token, so a page learns nothing of it. */
export function refuseAtGate(request: IncomingMessage, bridge: { port: number; token: string }): Refusal | null {
  const host = request.headers.host ?? '';
  if (host !== `127.0.0.1:${bridge.port}` && host !== `localhost:${bridge.port}`)
    return { status: 403, message: 'Host not allowed: call the bridge by the address you were given.' };
  if (request.headers.origin !== undefined && !isLoopback(request.headers.origin))
    return { status: 403, message: 'Origin not allowed: the bridge answers programs, not web pages.' };
  const challenge = challengeFor(request.headers.authorization, bridge.token);
  if (challenge !== null)
    return {
      status: 401,
      message: 'A bearer token is needed in the Authorization header.',
      headers: { 'www-authenticate': challenge },
    };
  if ((request.url ?? '').split('?', 1)[0] !== BRIDGE_PATH)
    return { status: 404, message: `There is nothing here: the bridge is at ${BRIDGE_PATH}.` };
  if ((request.url ?? '') !== BRIDGE_PATH)
    return { status: 400, message: 'The bridge takes no query: a token belongs in the Authorization header.' };
  return null;
}

function isLoopback(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
}

/** RFC 6750 section 3: no error code when no token was given, invalid_token when it was wrong. */
function challengeFor(header: string | undefined, token: string): string | null {
  const given = /^Bearer ([\x21-\x7e]+)$/i.exec(header ?? '')?.[1];
  if (given === undefined) return 'Bearer realm="runseal-bridge"';
  return equalInConstantTime(given, token) ? null : 'Bearer realm="runseal-bridge", error="invalid_token"';
}
