import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { ProblemError, type FieldError } from './problem.ts';

/** Most field errors one answer names. */
const MOST = 32;

type StandardIssue = Parameters<
  NonNullable<NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory']>
>[0][number];
type Issue = Parameters<z.core.$ZodErrorMap>[0];
/** As the Standard Schema says it. */
type Result<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly z.core.$ZodIssue[] };

/** Says of the commonest mistakes what is to be sent; of all others what the schema says. */
class WireValidation extends StandardSchemaValidationPipe {
  /** The pipe knows its schemas by the standard; ours are all of one kind, which can be told what to say. */
  protected override async validate<T>(value: unknown, schema: unknown): Promise<Result<T>> {
    const read = await (schema as z.ZodType<T>).safeParseAsync(value, { error: sentenceOf });
    return read.success ? { value: read.data } : { issues: read.error.issues };
  }
}

/** Validates body, query and path against the wire schemas; the answer names each wrong field. */
export const validation = new WireValidation({
  exceptionFactory: (issues) => {
    const errors = issues.flatMap(fieldErrors).slice(0, MOST);
    const first = errors[0];
    const detail =
      first === undefined
        ? 'The request does not fit.'
        : `${first.path === '' ? 'The request' : first.path}: ${first.message}`;
    return new ProblemError(400, 'request_invalid', detail, { errors });
  },
});

/** Fields that are not known are told of one by one, each under its own name. */
function fieldErrors(issue: StandardIssue): readonly FieldError[] {
  const at = (issue.path ?? []).map(segment);
  const unknown = 'keys' in issue && 'code' in issue && issue.code === 'unrecognized_keys' ? issue.keys : null;
  if (!Array.isArray(unknown)) return [{ path: at.join('.'), message: issue.message }];
  return unknown.map((key) => ({ path: [...at, String(key)].join('.'), message: 'is not known here' }));
}

function sentenceOf(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') return typeSentence(issue);
  if (issue.code === 'invalid_value') return choiceSentence(issue);
  if (issue.code === 'too_small') return boundSentence(issue.origin, 'at least', issue.minimum);
  if (issue.code === 'too_big') return boundSentence(issue.origin, 'at most', issue.maximum);
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return 'must be a time with its offset, such as 2026-12-01T09:30:00Z (a + in an address is written %2B)';
  return undefined;
}

function choiceSentence({ values, input }: Extract<Issue, { code: 'invalid_value' }>): string {
  if (input === undefined) return 'is missing';
  return `must be ${values.length === 1 ? '' : 'one of '}${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

function boundSentence(origin: string, most: 'at least' | 'at most', bound: number | bigint): string | undefined {
  if (origin === 'number' || origin === 'int') return `must be ${most} ${bound}`;
  if (origin !== 'string' && origin !== 'array') return undefined;
  if (most === 'at least' && bound === 1) return 'must not be empty';
  return `must have ${most} ${bound} ${origin === 'string' ? 'characters' : 'entries'}`;
}

function typeSentence({ expected, input, path }: Extract<Issue, { code: 'invalid_type' }>): string | undefined {
  if (input === undefined)
    return path === undefined || path.length === 0 ? 'needs a JSON object as its body' : 'is missing';
  if (expected === 'int') return 'must be a whole number';
  if (Number.isNaN(input)) return 'must be a number, given once';
  return KINDS[expected];
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'must be a text',
  number: 'must be a number',
  boolean: 'must be true or false',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
  array: 'must be a list',
};

const segment = (part: unknown): string =>
  String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part);
