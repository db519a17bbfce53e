/** An answer as it reads: some providers, and what stands before them, pack what was asked for as it is. */
import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Packed bytes would hide from whoever counts what is in them and from whoever takes the secrets out, and would stand on the
 * record as what they are not. A packing that is not known, or that is broken, breaks the answer off.
 */
export function unpacked(incoming: IncomingMessage): Readable {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return incoming;
  const unpacker = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding]!() : null;
  if (unpacker !== null) return pipeline(incoming, unpacker, () => undefined);
  incoming.destroy();
  return new PassThrough().destroy();
}
