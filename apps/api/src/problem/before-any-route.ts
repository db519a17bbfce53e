/** What is answered before there is a route, where the filter of the application is not asked: the same problems all the same. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { SECURE_HEADERS } from '../route/secure-headers.ts';
import { codeOf } from './code-of.ts';
import { problemBody } from './problem-body.ts';
import { problemOf } from './problem-of.ts';
import { ProblemError } from './problem.ts';
import { PROBLEM_MEDIA, sendProblem } from './send-problem.ts';

/** Answers an address that no route is looked for: one that is no URL, one with a part that is too long. */
export function answerBadAddress(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(SECURE_HEADERS);
  sendProblem(reply, request, problemOf(error));
}

const UNREADABLE: Readonly<Record<string, ProblemError>> = {
  HPE_HEADER_OVERFLOW: new ProblemError(
    431,
    'headers_too_large',
    'The address and the headers are longer than 16 KiB together. Send fewer, or shorter ones.',
  ),
  HPE_INVALID_URL: new ProblemError(
    400,
    'request_invalid',
    'The address holds a character that no address can hold as it is. Percent-encode it as UTF-8: é is %C3%A9.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new ProblemError(
    408,
    'request_timeout',
    'The request did not arrive within half a minute. Send it again, all of it.',
  ),
};
const NO_HTTP = new ProblemError(
  400,
  'request_invalid',
  'This is not an HTTP request. Check its first line and headers.',
);

/** Answers bytes that are no request, by hand: there is nothing to reply to. The connection ends. */
export function answerNoRequest(error: Error, socket: Socket): void {
  if (codeOf(error) === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerOf(UNREADABLE[codeOf(error)] ?? NO_HTTP));
  socket.destroy();
}

function answerOf(problem: ProblemError): string {
  const body = JSON.stringify(problemBody(problem, null));
  const headers = {
    ...SECURE_HEADERS,
    'content-type': PROBLEM_MEDIA,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]!}\r\n${lines.join('')}\r\n${body}`;
}
