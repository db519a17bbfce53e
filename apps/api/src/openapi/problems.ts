import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_OF, type ProblemCode } from '../problem/codes.ts';
import type { ToldProblem } from '../route/route.decorator.ts';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;
type Responses = Readonly<Record<string, object>>;
type Told = readonly [code: ProblemCode, status: number];

/** The paths, and the answers that many of them share. */
interface Named {
  readonly paths: Paths;
  readonly responses: Responses;
}

const ANY: readonly ProblemCode[] = ['request_invalid', 'internal'];
const SECURED: readonly ProblemCode[] = ['unauthenticated', 'key_invalid', 'session_expired', 'store_unavailable'];
/** What can be wrong with a body, whether or not the route wants one. */
const WITH_BODY: readonly ProblemCode[] = ['media_type_unsupported', 'body_too_large', ...jsonCodes()];
/** Where events are read, a gap among the stored ones is found. */
const READS_EVENTS = /\{(run|session)\}|\/compare$/;

/** The paths with each problem that a route can answer under its status, and the headers that come with it. */
export function problemsNamed(paths: Paths): Named {
  const told = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).flatMap(([method, operation]) =>
      [...byStatus(problemsOf(operation, path, method))].map(([status, codes]) => ({ operation, status, codes })),
    ),
  );
  const names = told.map(({ status, codes }) => nameOf(status, codes));
  const shared = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  const responses: Record<string, object> = {};
  for (const [at, { operation, status, codes }] of told.entries()) {
    const name = names[at]!;
    const response = responseOf(status, codes);
    if (shared.has(name)) responses[name] = response;
    operation.responses[status] = shared.has(name) ? { $ref: `#/components/responses/${name}` } : (response as never);
  }
  return { paths, responses };
}

/** Says all that the response does, so that it stays the same whatever routes come and go. */
const nameOf = (status: number, codes: readonly ProblemCode[]): string =>
  [status, ...new Set(codes.map((code) => (code.startsWith('json_') ? 'json' : code)))].join('.');

/** Takes what the decorator kept out of the operation, and adds what is never said route by route. */
function problemsOf(operation: Operation, path: string, method: string): readonly Told[] {
  const kept = operation as Operation & { 'x-runseal-problems'?: readonly ToldProblem[] };
  const told = kept['x-runseal-problems'] ?? [];
  delete kept['x-runseal-problems'];
  const secured = operation.security !== undefined;
  const changes = method !== 'get';
  const common: readonly ToldProblem[] = [
    ...ANY,
    ...(path.includes('{') ? (['address_too_long'] as const) : []),
    ...(secured ? SECURED : []),
    ...(READS_EVENTS.test(path) ? (['store_damaged'] as const) : []),
    ...(changes ? WITH_BODY : []),
    ...(changes && secured ? (['foreign_origin'] as const) : []),
  ];
  return [...common, ...told].map((each) => (typeof each === 'string' ? [each, STATUS_OF[each]] : each));
}

function byStatus(problems: readonly Told[]): ReadonlyMap<number, readonly ProblemCode[]> {
  const found = new Map<number, readonly ProblemCode[]>();
  for (const [code, status] of problems) found.set(status, [...new Set([...(found.get(status) ?? []), code])].sort());
  return found;
}

const responseOf = (status: number, codes: readonly ProblemCode[]): object => ({
  description: `Codes: ${codes.join(', ')}.`,
  ...(HEADERS[status] === undefined ? {} : { headers: HEADERS[status] }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const header = (name: string, description: string, type: string) => ({ [name]: { description, schema: { type } } });
const RETRY = header('Retry-After', 'Seconds after which trying again makes sense.', 'integer');
const HEADERS: Readonly<Record<number, object>> = {
  401: header('WWW-Authenticate', 'Bearer realm="runseal".', 'string'),
  429: RETRY,
  503: RETRY,
};

function jsonCodes(): readonly ProblemCode[] {
  return (Object.keys(STATUS_OF) as ProblemCode[]).filter((code) => code.startsWith('json_'));
}
