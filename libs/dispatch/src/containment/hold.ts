import { PassThrough, pipeline } from 'node:stream';
import type { Readable } from 'node:stream';

/**
 * A child's output, kept until somebody reads it. When a child exits, Node empties into nowhere every output stream that
 * has no reader yet; a short program would then seem to have said nothing.
 */
export function hold(output: Readable): Readable {
  const held = new PassThrough();
  pipeline(output, held, () => undefined); // An output that breaks off breaks the held stream too: its reader hears of it.
  held.on('error', () => undefined);
  return held;
}
