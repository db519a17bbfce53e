import type { FastifyInstance } from 'fastify';
import { ProblemError, type FieldError } from '../problem/problem.ts';

/**
 * Refuses, for every route, an address that is no text: percent-encoded UTF-8, without the NUL character, which no id, name or
 * word holds. What cannot be decoded the router refuses in a path, but takes as it stands in a query: it would look for other
 * words than were meant, find nothing, and call that an answer.
 */
export function refuseUnreadableAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', ({ url }, _reply, done) => {
    if (url.includes('%')) done(unreadable(url));
    else done();
  });
}

function unreadable(url: string): ProblemError | undefined {
  const [path = '', ...query] = url.split('?');
  const params = query.join('?').split('&');
  const errors = [wrongIn('path', path), ...params.map((param) => wrongIn(nameOf(param), param))].flat();
  const [first] = errors;
  return first && new ProblemError(400, 'request_invalid', `${first.path}: ${first.message}`, { errors });
}

function wrongIn(path: string, text: string): readonly FieldError[] {
  const decoded = decode(text);
  if (decoded === null) return [{ path, message: 'must be percent-encoded UTF-8 (é is %C3%A9, and a % itself %25)' }];
  return decoded.includes('\0') ? [{ path, message: 'must not contain the NUL character (%00)' }] : [];
}

/** Null for what is no UTF-8, or encodes nothing. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function nameOf(part: string): string {
  const name = part.split('=', 1)[0]!;
  return decode(name)?.replaceAll('\0', '%00') ?? name;
}
