import { StandardSchemaValidationPipe } from '@nestjs/common';
import { ProblemError, type FieldError } from './problem.ts';

/** Most field errors one answer names. */
const MOST = 32;

/** Validates body, query and path against the wire schemas; the answer names each wrong field. */
export const validation = new StandardSchemaValidationPipe({
  exceptionFactory: (issues) => {
    const errors = issues
      .slice(0, MOST)
      .map(({ path, message }): FieldError => ({ path: (path ?? []).map(segment).join('.'), message }));
    const first = errors[0];
    const detail =
      first === undefined
        ? 'The request does not fit.'
        : `${first.path === '' ? 'The request' : first.path}: ${first.message}`;
    return new ProblemError(400, 'request_invalid', detail, { errors });
  },
});

const segment = (part: unknown): string =>
  String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part);
