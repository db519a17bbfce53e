import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem.ts';

/** No id, name or word holds the NUL character, and the database takes none: such an address is refused for every route. */
export function refuseNul(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.url.includes('%00')) done(nulProblem(request.url));
    else done();
  });
}

function nulProblem(url: string): ProblemError {
  const [path, ...query] = url.split('?');
  const params = [...new URLSearchParams(query.join('?'))].filter((param) => param.some((text) => text.includes('\0')));
  const names = [...(path!.includes('%00') ? ['path'] : []), ...params.map(([name]) => name.replaceAll('\0', '%00'))];
  const message = 'must not contain the NUL character (%00)';
  const errors = names.map((name) => ({ path: name, message }));
  return new ProblemError(400, 'request_invalid', `${names.join(', ')}: ${message}`, { errors });
}
