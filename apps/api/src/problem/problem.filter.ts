import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { LOGGER, ROUTES } from '../config/tokens.ts';
import { HeadAlone } from '../route/head-alone.ts';
import { methodsAt, type KnownRoute } from '../route/methods-at.ts';
import { nothingAt } from './nothing-at.ts';
import { ProblemError } from './problem.ts';
import { problemOf } from './problem-of.ts';
import { sendProblem } from './send-problem.ts';

/** Turns every error of every route into RFC 9457 problem details. Stack traces go to the log only. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log: Logger;
  private readonly routes: readonly KnownRoute[];
  constructor(@Inject(LOGGER) log: Logger, @Inject(ROUTES) routes: readonly KnownRoute[]) {
    this.log = log;
    this.routes = routes;
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (hasLeft(request)) {
      // Nobody is there to be answered, and it is no trouble of ours.
      this.log.debug({ path: pathOf(request) }, 'the client left in the middle of its request');
      reply.raw.destroy();
      return;
    }
    if (error instanceof HeadAlone) {
      if (!reply.hasHeader('content-type')) void reply.type('application/json; charset=utf-8');
      // A stream, though of nothing: no length is told then, where 0 would be a false one.
      void reply.status(200).send(Readable.from([]));
      return;
    }
    const problem = addressProblem(this.routes, request, reply, problemOf(error));
    if (problem.status >= 500) {
      // What passes by itself wakes nobody up.
      const level = problem.status === 503 ? 'warn' : 'error';
      // Without the query: people's words may stand in it.
      const about = { err: problem.cause ?? problem, path: pathOf(request), code: problem.code };
      this.log[level](about, problem.message);
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendProblem(reply, request, problem);
  }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0]!;

/** Its connection ended before its body did. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** A known address asked with a method it does not have is 405, and says which it has; one with a slash too many says so. */
function addressProblem(
  routes: readonly KnownRoute[],
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemError,
): ProblemError {
  if (problem.code !== 'route_unknown') return problem;
  const path = pathOf(request);
  const methods = methodsAt(routes, path);
  if (methods.length === 0) return nothingAt(routes, path);
  void reply.header('allow', methods.join(', '));
  return new ProblemError(405, 'method_not_allowed', `This address takes ${methods.join(', ')}.`);
}
