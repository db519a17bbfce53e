/** An answer that was not the one asked for: an RFC 9457 problem document, or what stood in its place. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  /** Stable code of the API, or `api_unreachable` / `unreadable_answer` when there was none. */
  readonly code: string;
  readonly title: string;
  /** Wrong fields by dotted path. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(problem: {
    status: number;
    code: string;
    title: string;
    detail: string;
    fields?: Record<string, string>;
  }) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.title = problem.title;
    this.fields = problem.fields ?? {};
  }
}

/** Nobody is signed in, or not any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof ProblemError && error.status === 401;

/** A refusal that stays one, however often it is asked. Whoever is signed out or too fast may ask again later. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

/** Reads whatever an endpoint answered with an error status. Never throws; the answer may be anything. */
export function problemOf(status: number, body: unknown): ProblemError {
  const at = (key: string): unknown =>
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
  const text = (key: string, otherwise: string): string => {
    const value = at(key);
    return typeof value === 'string' && value !== '' ? value : otherwise;
  };
  return new ProblemError({
    status,
    code: text('code', status === 0 ? 'api_unreachable' : 'unreadable_answer'),
    title: text('title', `The API answered ${String(status)}`),
    detail: text('detail', 'The answer carried no explanation. Try again; if it stays, look at the API log.'),
    fields: fieldsOf(at('errors')),
  });
}

function fieldsOf(errors: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (!Array.isArray(errors)) return fields;
  for (const entry of errors as unknown[]) {
    const { path, message } = (entry ?? {}) as { path?: unknown; message?: unknown };
    if (typeof path === 'string' && typeof message === 'string') fields[dotted(path)] ??= message;
  }
  return fields;
}

/** `/limits/maxSteps` and `limits.maxSteps` name the same field. */
function dotted(path: string): string {
  return path.replace(/^\//, '').replaceAll('/', '.');
}
