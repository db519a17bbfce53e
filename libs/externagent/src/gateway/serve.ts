/** One HTTP request at the gateway: through the gate, read, and to the desk. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Room } from '../bridge/room.ts';
import type { Desk } from './desk.ts';
import { refuseAtGateway } from './gate.ts';
import type { GatewayProtocol } from './protocol.ts';
import { protocolAt, protocolsNamed } from './protocols.ts';
import { refuse } from './refuse.ts';
import { readRequestBody } from './request-body.ts';

export interface ServedCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly gate: { readonly port: number; readonly token: string };
  readonly protocols: readonly GatewayProtocol[];
  readonly desk: Desk;
  readonly maxRequestBytes: number;
  readonly room: Room;
  readonly signal: AbortSignal;
}

/** Never rejects. */
export async function serveCall(served: ServedCall): Promise<void> {
  try {
    await route(served);
  } catch {
    // Whatever broke, the gateway stays up for the next call and says nothing about its inside.
    served.response.destroy();
  }
}

async function route({
  request,
  response,
  gate,
  protocols,
  desk,
  maxRequestBytes,
  room,
  signal,
}: ServedCall): Promise<void> {
  const found = protocolAt((request.url ?? '').split('?', 1)[0]!, protocols);
  const protocol = found?.protocol ?? protocolsNamed(protocols)[0]!;
  const refused = refuseAtGateway(request, gate);
  if (refused !== null) refuse(response, protocol, refused.fault, refused.message);
  else if (found === null || request.method !== 'POST')
    refuse(response, protocol, 'unknown_path', 'Only calls of the model pass this gateway.');
  else {
    const lease = room.lease();
    try {
      const body = await readRequestBody(request, maxRequestBytes, lease);
      if (signal.aborted) refuse(response, protocol, 'episode_over', 'The episode is over.');
      else if (body.kind === 'too_large')
        refuse(response, protocol, 'too_large', `The body is longer than ${maxRequestBytes} bytes.`);
      else if (body.kind === 'crowded')
        refuse(response, protocol, 'crowded', 'Too much is being sent at once: wait for answers, and send again.');
      else if (body.kind === 'invalid') refuse(response, protocol, 'invalid_request', body.detail);
      else if (body.kind === 'read')
        await desk.handle({ ...found, request, response, body: body.bytes, json: body.json });
    } finally {
      lease.release();
    }
  }
}
