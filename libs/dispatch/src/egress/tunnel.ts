import type { Duplex } from 'node:stream';
import { join } from '../containment/reach/join.ts';
import type { Decided } from './desk.ts';
import { dialAny, type Dial } from './dial.ts';

export interface TunnelOptions {
  readonly near: Duplex;
  /** What came with the CONNECT already. */
  readonly head: Buffer;
  readonly decided: Decided;
  readonly dial: Dial;
}

/** Resolves when the connection is over and its end on the record. Never rejects. */
export async function tunnel({ near, head, decided, dial }: TunnelOptions): Promise<void> {
  const far = await dialAny(dial, decided, near);
  if (far === null) {
    near.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () => near.destroy());
    await decided.ended({ outcome: 'unreachable', sent: 0, received: 0 });
    return;
  }
  const closed = new Promise((resolve) => far.once('close', resolve));
  if (near.destroyed) far.destroy();
  else carry(near, head, far);
  await closed;
  await decided.ended({ outcome: 'closed', sent: far.bytesWritten, received: far.bytesRead });
}

function carry(near: Duplex, head: Buffer, far: Duplex): void {
  near.once('close', () => far.destroy());
  near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) far.write(head);
  join(near, far);
}
