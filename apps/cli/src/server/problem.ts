import { CliError, EXIT } from '../errors.ts';

/** Turns the server's problem details (RFC 9457), or an answer that is none, into one CliError. */
export function serverProblem(status: number, body: unknown, baseUrl: string): CliError {
  const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const code = typeof problem['code'] === 'string' ? problem['code'] : 'server_error';
  const detail = problem['detail'] ?? problem['title'];
  const message =
    typeof detail === 'string' ? detail : `${baseUrl} answered ${status} without saying why; is it the Runseal API?`;
  const badRequest = status === 400 || status === 422;
  return new CliError(code, message, {
    exitCode: badRequest ? EXIT.usage : EXIT.unreadable,
    fields: fieldsOf(problem['errors']),
  });
}

/** The server could not be reached, or went away in mid-answer. */
export function unreachable(baseUrl: string, cause: unknown): CliError {
  return new CliError(
    'server_unreachable',
    `No answer from ${baseUrl}: start it (npm start), or say where it is with --url or RUNSEAL_URL.`,
    {
      exitCode: EXIT.unreadable,
      cause,
    },
  );
}

function fieldsOf(errors: unknown): { path: string; message: string }[] {
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { path, message } = (error ?? {}) as Record<string, unknown>;
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}
