/** A program's stderr: hashed whole, its tail kept. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of stderr that are kept: its end, where programs say why they failed. */
export const STDERR_TAIL_BYTES = 32 * 1024;

export interface Stderr {
  /** SHA-256 of all of it. */
  readonly sha256: Uint8Array;
  /** Length of all of it. */
  readonly bytes: number;
  /** The last {@link STDERR_TAIL_BYTES}. */
  readonly tail: Uint8Array;
}

/** Reads until the stream ends or is destroyed. Never rejects. */
export async function collectStderr(stream: Readable): Promise<Stderr> {
  const hash = createHash('sha256');
  let bytes = 0;
  let tail = Buffer.alloc(0);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      tail = Buffer.concat([tail, chunk.subarray(-STDERR_TAIL_BYTES)]).subarray(-STDERR_TAIL_BYTES);
    }
  } catch {
    // Cut off: what came until then stands.
  }
  return { sha256: new Uint8Array(hash.digest()), bytes, tail: new Uint8Array(tail) };
}
