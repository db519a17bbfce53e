import { HttpException } from '@nestjs/common';
import { HarnessError } from '@runseal/harness';
import { SpineError } from '@runseal/spine';
import { MAX_BODY_BYTES } from '../body/json-body.ts';
import { codeOf } from './code-of.ts';
import { statusOf } from './codes.ts';
import { ProblemError } from './problem.ts';
import { isStoreAway } from '../database/store-away.ts';

/** Reads any error as the problem it is. Anything unknown is `internal`: its message stays in the log. */
export function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isStoreAway(error))
    return new ProblemError(503, 'store_unavailable', 'The database cannot be reached. Nothing was lost; try again.', {
      retryAfter: 2,
      cause: error,
    });
  if (error instanceof SpineError) return spineProblem(error);
  if (error instanceof HarnessError)
    return new ProblemError(statusOf(error.code), error.code, error.message, { cause: error });
  return ofFastify(error) ?? (error instanceof HttpException ? ofNest(error) : internal(error));
}

const SPINE: Readonly<Record<string, readonly [number, string]>> = {
  'runseal.run_unknown': [404, 'run_unknown'],
  'runseal.not_sealed': [409, 'not_sealed'],
  'runseal.sealed': [409, 'run_ended'],
  'runseal.fenced': [409, 'run_active'],
  'runseal.event_unknown': [404, 'event_unknown'],
  'runseal.held': [409, 'run_held'],
  'runseal.not_held': [409, 'run_not_held'],
  'runseal.two_people': [409, 'two_people_needed'],
  'runseal.prune_not_requested': [409, 'prune_not_requested'],
  'runseal.pruned': [410, 'run_pruned'],
  'record.index_out_of_range': [404, 'event_unknown'],
  // Who asks about a run is to hear that it is damaged, and where.
  'runseal.store_damaged': [500, 'store_damaged'],
};

function spineProblem(error: SpineError): ProblemError {
  const known = SPINE[error.code];
  return known === undefined ? internal(error) : new ProblemError(known[0], known[1], error.message, { cause: error });
}

const JSON_ONLY = 'Send JSON, and say that it is: Content-Type: application/json.';
const TOO_LARGE = `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB, the most that is taken.`;

const FASTIFY: Readonly<Record<string, readonly [number, string, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', TOO_LARGE],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'media_type_unsupported', JSON_ONLY],
  FST_ERR_CTP_EMPTY_TYPE: [415, 'media_type_unsupported', JSON_ONLY],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'json_malformed', 'The body is empty. Send one JSON object.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'request_invalid', 'Content-Length does not match the body.'],
  FST_ERR_MAX_PARAM_LENGTH: [
    414,
    'address_too_long',
    'A part of the path is longer than 200 characters; no id or name is.',
  ],
  FST_ERR_BAD_URL: [400, 'request_invalid', 'The path is not a valid URL: what is percent-encoded must be UTF-8.'],
};

function ofFastify(error: unknown): ProblemError | null {
  const known = FASTIFY[codeOf(error)];
  return known === undefined ? null : new ProblemError(known[0], known[1], known[2], { cause: error });
}

/** Nest wraps some of Fastify's errors into its own, which carry only the status. */
const BY_STATUS: Readonly<Record<number, readonly [string, string]>> = {
  404: ['route_unknown', 'There is nothing at this address.'],
  413: ['body_too_large', TOO_LARGE],
  415: ['media_type_unsupported', JSON_ONLY],
};

function ofNest(error: HttpException): ProblemError {
  const status = error.getStatus();
  if (status >= 500) return internal(error);
  const [code, detail] = BY_STATUS[status] ?? ['request_invalid', 'The request could not be read.'];
  return new ProblemError(status, code, detail, { cause: error });
}

const internal = (cause: unknown): ProblemError =>
  new ProblemError(500, 'internal', 'Something failed on our side. The log of the server says what.', { cause });
