import { ProblemError, type FieldError } from '../problem/problem.ts';

/** Most places one answer names. */
const MOST = 32;
/** The one way to write it in JSON. */
const WRITTEN = String.raw`\u0000`;

/**
 * What is said of a body with the NUL character in it, each place named; null where there is none. Neither a text column, an
 * argument of a program nor the name of a file can hold it, so no text of a body may: bytes go as base64.
 */
export function nulIn(body: Buffer, value: unknown): ProblemError | null {
  if (!body.includes(WRITTEN)) return null;
  const errors = [...placesOf(value, [])].slice(0, MOST);
  const [first] = errors;
  if (first === undefined) return null;
  const detail = `${first.path === '' ? 'The request' : first.path}: ${first.message}`;
  return new ProblemError(400, 'request_invalid', detail, { errors });
}

function* placesOf(value: unknown, at: readonly string[]): Generator<FieldError> {
  if (typeof value === 'string' && value.includes('\0')) yield nulAt(at);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = [...at, key.replaceAll('\0', WRITTEN)];
    if (key.includes('\0')) yield nulAt(place);
    yield* placesOf(inner, place);
  }
}

const nulAt = (at: readonly string[]): FieldError => ({
  path: at.join('.'),
  message: `must not contain the NUL character (${WRITTEN})`,
});
