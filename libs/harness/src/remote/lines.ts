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

const LF = 10;
/** Most bytes that wait for somebody who asks and does not read the answers: then the connection ends. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** `who` is on the other side, for the sentence of an error. */
export function carryLines<Message>(socket: Socket, who: string): Lines<Message> {
  // An error ends the iteration; without a listener it would end the process.
  socket.on('error', () => undefined);
  return {
    send(message) {
      socket.write(`${JSON.stringify(message)}\n`);
      if (socket.writableLength > MAX_WAITING_BYTES) socket.destroy();
    },
    lines: linesOf(socket, who),
    close: () => socket.destroy(),
  };
}

async function* linesOf(socket: Socket, who: string): AsyncGenerator<Uint8Array> {
  // What has come of a line that has not ended: each piece is looked through once, in however many pieces it comes.
  let [pieces, held]: [Buffer[], number] = [[], 0];
  const take = (piece: Buffer): void => {
    held += piece.length;
    if (held > MAX_LINE_BYTES)
      throw new HarnessError('protocol_violation', `${who} sent a line longer than ${MAX_LINE_BYTES} bytes.`);
    pieces.push(piece);
  };
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
        take(chunk.subarray(from, end));
        const line = new Uint8Array(Buffer.concat(pieces));
        [pieces, held, from] = [[], 0, end + 1];
        yield line;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    }
  } catch (error) {
    // A broken connection ends like a closed one: whether all was said is for the reader to say.
    if (error instanceof HarnessError) throw error;
  }
}
