/** Reads a request's body: bounded, whole, and only if it means one thing. */
import type { IncomingMessage } from 'node:http';
import { readStrictJsonBytes, type StrictJson } from '@runseal/harness';
import type { Room } from './room.ts';

/** Default bound of one request's body, in bytes. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Most values of one body: each goes through the schemas of the protocol, while nothing else of the worker runs. */
const MAX_VALUES = 20_000;

export type Body =
  | { readonly kind: 'too_large' }
  | { readonly kind: 'aborted' }
  /** Others have taken the room. */
  | { readonly kind: 'crowded' }
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly json: StrictJson };

/** Reads on after the bound, without keeping anything, so that the client is still there to read the refusal. */
export async function readBody(request: IncomingMessage, maxBytes: number, room: Room): Promise<Body> {
  const chunks: Buffer[] = [];
  const lease = room.lease();
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes * PATIENCE) break;
      if (size <= maxBytes && lease.take(chunk.length)) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return { kind: 'aborted' };
  } finally {
    lease.release();
  }
  if (size > maxBytes) return { kind: 'too_large' };
  if (lease.refused) return { kind: 'crowded' };
  const bytes = Buffer.concat(chunks);
  return { kind: 'read', bytes, json: readStrictJsonBytes(bytes, MAX_VALUES) };
}

/** How many times the bound is read before the connection is simply cut. */
const PATIENCE = 4;
