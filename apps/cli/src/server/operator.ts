import { CliError, EXIT } from '../errors.ts';
import type { Io } from '../io.ts';
import { readApiKey } from './connect.ts';
import { serverProblem } from './problem.ts';

/** A remote harness as the operator's listener tells of it. */
export interface RemoteHarness {
  readonly name: string;
  readonly harness: string;
  readonly address: string;
  readonly source: string;
  readonly state: string;
  readonly retireReason: string | null;
}

/** Who asks, and where: the environment, and what the command line says. */
export interface Operator {
  readonly io: Io;
  readonly options: { readonly operatorUrl?: string; readonly keyFile?: string };
}

/** Asks the operator's listener with the API key. Throws CliError. */
export async function askOperator<T>(
  { io, options }: Operator,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> {
  const base = addressOf(options.operatorUrl ?? io.env['RUNSEAL_OPERATOR_URL'] ?? 'http://127.0.0.1:4401');
  const key = await readApiKey(options.keyFile, io.env);
  const response = await fetch(`${base}/operator/v1/harnesses${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new CliError(
      'server_unreachable',
      `No answer from ${base}: start the API with --operator-addr, or say where it listens with --operator-url or RUNSEAL_OPERATOR_URL.`,
      { exitCode: EXIT.unreadable, cause },
    );
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw serverProblem(response.status, answer, base);
  return answer as T;
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new CliError(
      'url_invalid',
      `--operator-url ${text} is not an http(s) address such as http://127.0.0.1:4401.`,
      {
        exitCode: EXIT.usage,
      },
    );
  return url.href.replace(/\/+$/, '');
}
