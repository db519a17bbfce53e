import type { FastifyRequest } from 'fastify';
import type { ProblemError } from './problem.ts';

/** RFC 9457 problem details; without an instance where no request could be read. */
export function problemBody(problem: ProblemError, request: Pick<FastifyRequest, 'url'> | null): object {
  return {
    type: `urn:runseal:problem:${problem.code}`,
    title: problem.code.replaceAll('_', ' '),
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    ...(request === null ? {} : { instance: request.url.split('?', 1)[0] }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}
