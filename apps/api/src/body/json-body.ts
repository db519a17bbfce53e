import { readStrictJsonBytes } from '@runseal/harness';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../problem/problem.ts';
import { nulIn } from './nul-in.ts';

/** A goal may carry 256 files; together with everything else they stay below this. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Makes application/json the only body the server reads, and refuses what JSON.parse would silently alter (a lone surrogate,
 * a key given twice, a number a double cannot hold) and what cannot be kept as it is (the NUL character).
 */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    // No body at all is for the route to judge: a POST that needs none may be sent without.
    if (body.length === 0) done(null, undefined);
    else answer(body as Buffer, done);
  });
}

function answer(body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  const read = readStrictJsonBytes(body);
  if (read.ok) done(nulIn(body, read.value), read.value);
  else done(new ProblemError(400, read.defect === 'syntax' ? 'json_malformed' : `json_${read.defect}`, read.detail));
}
