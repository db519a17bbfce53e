import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from './problem.ts';
import { problemBody } from './problem-body.ts';

/** Media type of every problem (RFC 9457). */
export const PROBLEM_MEDIA = 'application/problem+json; charset=utf-8';

/** Answers with a problem, and with the headers that belong to its status. Nothing may have been said before. */
export function sendProblem(reply: FastifyReply, request: FastifyRequest, problem: ProblemError): void {
  if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter));
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer realm="runseal"');
  void reply
    .status(problem.status)
    .removeHeader('content-disposition')
    .header('content-type', PROBLEM_MEDIA)
    .send(JSON.stringify(problemBody(problem, request)));
}
