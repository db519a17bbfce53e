/** An answer of the gateway's own, in the words of the client's protocol. */
import type { ServerResponse } from 'node:http';
import type { Fault, Protocol } from './protocol.ts';

/** Destroys the connection where an answer has already begun. */
export function refuse(response: ServerResponse, protocol: Protocol, fault: Fault, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, body } = protocol.faultAnswer(fault, message);
  // After a body that was not taken the rest of it is still on its way; nothing more can be read from that connection.
  const headers = {
    'content-type': 'application/json',
    ...(fault === 'too_large' || fault === 'crowded' ? { connection: 'close' } : {}),
  };
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}
