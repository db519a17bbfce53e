/** What a request must show before anything reads its body: every process of the machine can reach loopback. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { equalInConstantTime } from '../bridge/constant-time.ts';
import type { Fault } from './protocol.ts';

export interface GateRefusal {
  readonly fault: Fault;
  readonly message: string;
}

/** null when the request may come in. The Host is judged before the token, so that a page learns nothing of it. */
export function refuseAtGateway(
  request: IncomingMessage,
  gate: { readonly port: number; readonly token: string },
): GateRefusal | null {
  if (request.headers.host !== `127.0.0.1:${gate.port}` || request.headers.origin !== undefined)
    return { fault: 'unauthorized', message: 'Call the gateway by the address you were given, from a program.' };
  const given = keyIn(request.headers);
  if (given === null || !equalInConstantTime(given, gate.token))
    return { fault: 'unauthorized', message: 'The key of this gateway is needed; no other key is taken here.' };
  return null;
}

/** Whichever way a protocol carries its key. */
function keyIn(headers: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer ([\x21-\x7e]+)$/i.exec(headers.authorization ?? '')?.[1];
  const given = [bearer, headers['x-api-key'], headers['x-goog-api-key']].filter((key) => typeof key === 'string');
  return given[0] ?? null;
}
