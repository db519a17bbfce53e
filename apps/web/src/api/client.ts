import createClient from 'openapi-fetch';
import type { paths } from '@runseal/api/client';
import { problemOf } from './problem.ts';

/** The typed client; the session cookie goes along by itself. */
export const api = createClient<paths>({ baseUrl: '/', credentials: 'same-origin' });

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** The data of a call, or a ProblemError that says what went wrong and what to do. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await reached(call);
  if (!answer.response.ok) throw problemOf(answer.response.status, answer.error);
  return answer.data as T;
}

/** Fetches bytes, text or a stream from a route that does not answer JSON. */
export async function fetchRaw(path: string, init: RequestInit = {}): Promise<Response> {
  const { response } = await reached(
    fetch(path, { credentials: 'same-origin', ...init }).then((r) => ({ response: r })),
  );
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
  return response;
}

async function reached<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw problemOf(0, {
      title: 'No answer',
      detail: 'The server could not be reached. Check the connection, then try again.',
    });
  }
}
