/** Reads a call's body: bounded, unpacked, and only if it means one thing to everybody who reads it. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { readStrictJsonBytes } from '@runseal/harness';
import type { Lease } from '../bridge/room.ts';
import { isFields, type Fields } from '../frames/fields.ts';

/** Default bound of one request, in bytes, unpacked. */
export const MAX_REQUEST_BYTES = 32 * 1024 * 1024;

export type RequestBody =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_large' }
  /** Others have taken the room. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'invalid'; readonly detail: string }
  /** `bytes` are what is recorded and what is sent on: unpacked, otherwise as they came. */
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly json: Fields };

/** The lease is the caller's to release: the body is there as long as its call is. */
export async function readRequestBody(request: IncomingMessage, maxBytes: number, lease: Lease): Promise<RequestBody> {
  const packed = await collect(request, maxBytes, lease);
  if (typeof packed === 'string') return { kind: packed };
  // How much is in it is known afterwards.
  const isPacked = request.headers['content-encoding'] !== undefined;
  if (isPacked && !lease.take(maxBytes)) return { kind: 'crowded' };
  const bytes = await unpack(packed, request.headers['content-encoding'], maxBytes);
  lease.keep(typeof bytes === 'string' ? 0 : bytes.length);
  if (bytes === 'too_large') return { kind: bytes };
  if (bytes === 'unreadable') return { kind: 'invalid', detail: 'The body cannot be unpacked.' };
  const json = readStrictJsonBytes(bytes);
  if (!json.ok) return { kind: 'invalid', detail: json.detail };
  return isFields(json.value)
    ? { kind: 'read', bytes, json: json.value }
    : { kind: 'invalid', detail: 'The body must be a JSON object.' };
}

async function collect(
  request: IncomingMessage,
  maxBytes: number,
  lease: Lease,
): Promise<Buffer | 'aborted' | 'too_large' | 'crowded'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Not destroyed: the client is still to read the refusal.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return 'too_large';
      if (!lease.take(chunk.length)) return 'crowded';
      chunks.push(chunk);
    }
  } catch {
    return 'aborted';
  }
  return Buffer.concat(chunks);
}

const UNPACKERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const;

async function unpack(
  packed: Buffer,
  encoding: string | undefined,
  maxOutputLength: number,
): Promise<Buffer | 'too_large' | 'unreadable'> {
  if (encoding === undefined || encoding === 'identity') return packed;
  if (!Object.hasOwn(UNPACKERS, encoding)) return 'unreadable';
  try {
    return await UNPACKERS[encoding as keyof typeof UNPACKERS](packed, { maxOutputLength });
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'unreadable';
  }
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
