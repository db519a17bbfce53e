/** A socket that carries lines: bounded both ways, closed for good on the first thing that is not a line. */
import type { Socket } from 'node:net';
import { HarnessError } from '../errors.ts';
import { MAX_LINE_BYTES } from './wire.ts';

export interface Lines<Message> {
  send(message: Message): void;
  /** Each line without its LF. Ends with the connection; throws HarnessError `protocol_violation` for a line too long. */
  readonly lines: AsyncIterableIterator<Uint8Array>;
  close(): void;
}

/** `who` is on the other side, for the sentence of an error. */
export function carryLines<Message>(socket: Socket, who: string): Lines<Message> {
  // An error ends the iteration; without a listener it would end the process.
  socket.on('error', () => undefined);
  return {
    send(message) {
      socket.write(`${JSON.stringify(message)}\n`);
    },
    lines: linesOf(socket, who),
    close: () => socket.destroy(),
  };
}

async function* linesOf(socket: Socket, who: string): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        yield new Uint8Array(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
      }
      if (rest.length > MAX_LINE_BYTES)
        throw new HarnessError('protocol_violation', `${who} sent a line longer than ${MAX_LINE_BYTES} bytes.`);
    }
  } catch (error) {
    // A broken connection ends like a closed one: whether all was said is for the reader to say.
    if (error instanceof HarnessError) throw error;
  }
}
