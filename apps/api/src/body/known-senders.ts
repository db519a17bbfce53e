import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Authenticator } from '../auth/authenticator.ts';
import { ProblemError } from '../problem/problem.ts';

/** Bytes that are read for anybody. A login takes a hundred; the largest goal of a person at a form takes less as well. */
const FOR_ANYBODY = 64 * 1024;

/**
 * Lets a longer body in only for who is known: reading it takes memory, and time that nobody else is served in, before a
 * guard would look. Throws what the guard would, and 415 `media_type_unsupported` for a packed body, which nobody unpacks.
 */
export function readLongBodiesOfKnownSenders(server: FastifyInstance, authenticator: Authenticator): void {
  server.addHook('preParsing', async (request, _reply, payload) => {
    refusePacked(request);
    const length = request.headers['content-length'];
    if (length === undefined) return Readable.from(untilKnown(payload, request, authenticator), BYTES);
    if (Number(length) > FOR_ANYBODY) await authenticator.of(request);
    return payload;
  });
}

const BYTES = { objectMode: false };

/** The sender of a body that does not say its length is asked for once the body is longer. */
async function* untilKnown(payload: Readable, request: FastifyRequest, authenticator: Authenticator) {
  let length = 0;
  // Not destroyed: the sender is still to read the refusal.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const before = length;
    length += chunk.length;
    if (before <= FOR_ANYBODY && length > FOR_ANYBODY) await authenticator.of(request);
    yield chunk;
  }
}

function refusePacked({ headers }: FastifyRequest): void {
  const packing = headers['content-encoding'];
  if (packing !== undefined && packing !== 'identity')
    throw new ProblemError(415, 'media_type_unsupported', 'Send the body as it is, without Content-Encoding.');
}
