import type { FastifyRequest } from 'fastify';
import type { ProblemError } from './problem.ts';

/** RFC 9457 problem details. */
export function problemBody(problem: ProblemError, request: FastifyRequest): object {
  return {
    type: `urn:runseal:problem:${problem.code}`,
    title: problem.code.replaceAll('_', ' '),
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    instance: request.url.split('?', 1)[0],
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}
