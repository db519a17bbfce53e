/** One HTTP exchange with a provider: bounded in time, in bytes and in retries. */
import { keyMask } from '../key-mask/key-mask.ts';
import type { Mask } from '../key-mask/mask.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { ModelError } from '../model.ts';
import type { ChatSettings } from './settings.ts';
import { CompletionStream } from './stream.ts';

export interface RequestLimits {
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  /** Attempts in all. */
  readonly attempts: number;
  /** Milliseconds before the second attempt; doubles from there. */
  readonly backoffMs: number;
  /** Longest wait between attempts, whatever the provider asks for. */
  readonly maxBackoffMs: number;
  readonly maxAnswerBytes: number;
}

export const DEFAULT_LIMITS: RequestLimits = {
  timeoutMs: 180_000,
  attempts: 4,
  backoffMs: 500,
  maxBackoffMs: 20_000,
  maxAnswerBytes: 16 * 1024 * 1024,
};

/**
 * The answer's bytes. Retries 429, 5xx and broken connections; throws ModelError when that did not help.
 *
 * @param heard is told the text of an answer that comes in pieces, as it comes; once more from the start where that broke off
 */
export async function requestCompletion(
  settings: ChatSettings,
  body: Uint8Array,
  signal: AbortSignal,
  limits: RequestLimits,
  heard?: (text: string) => void,
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptOnce(settings, body, signal, limits, heard);
    if (result.ok) return result.bytes;
    if (!result.retry || attempt >= limits.attempts || signal.aborted) throw result.error;
    const wait = Math.min(Math.max(limits.backoffMs * 2 ** (attempt - 1), result.retryAfterMs), limits.maxBackoffMs);
    await delay(wait, undefined, { signal }).catch(() => {
      throw result.error;
    });
  }
}

type Attempt =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly error: ModelError; readonly retry: boolean; readonly retryAfterMs: number };

async function attemptOnce(
  settings: ChatSettings,
  body: Uint8Array,
  signal: AbortSignal,
  limits: RequestLimits,
  heard: ((text: string) => void) | undefined,
): Promise<Attempt> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  try {
    const response = await fetch(`${settings.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settings.apiKey}`,
        'content-type': 'application/json',
        accept: heard === undefined ? 'application/json' : 'text/event-stream, application/json',
      },
      body: new Uint8Array(body),
      // A redirect would carry the key and the conversation to a host that nobody named.
      redirect: 'error',
      signal: AbortSignal.any([signal, timeout]),
    });
    const streamed = isEventStream(response);
    const listen = heard === undefined || !streamed ? () => undefined : listener(heard);
    // What is recorded and what is heard are the same bytes. A word that is no secret is taken out of refusals only.
    const mask = keyMask(settings.apiKey, streamed ? 'events' : 'bytes');
    const bytes = await readBounded(response, limits.maxAnswerBytes, mask, listen);
    return response.ok ? { ok: true, bytes } : refusal(response, withoutKey(bytes, settings));
  } catch (error) {
    return { ok: false, ...brokenOff(error, timeout.aborted, limits), retryAfterMs: 0 };
  }
}

/** @param raw without the key: what is cut must not leave half of it */
function refusal(response: Response, raw: Uint8Array): Attempt {
  const said = new TextDecoder().decode(raw.subarray(0, 500)).trim();
  const code =
    response.status === 429 ? 'model_rate_limited' : response.status >= 500 ? 'model_unreachable' : 'model_refused';
  const seconds = Number(response.headers.get('retry-after') ?? 'NaN');
  return {
    ok: false,
    error: new ModelError(code, `The provider answered ${response.status}: ${said}`, { raw }),
    retry: response.status === 429 || response.status >= 500,
    retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0,
  };
}

function brokenOff(error: unknown, timedOut: boolean, limits: RequestLimits): { error: ModelError; retry: boolean } {
  if (error instanceof ModelError) return { error, retry: false };
  if (timedOut)
    return {
      error: new ModelError('timed_out', `The provider did not answer within ${limits.timeoutMs} ms.`, {
        cause: error,
      }),
      retry: true,
    };
  const why = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : 'unknown';
  return {
    error: new ModelError('model_unreachable', `The provider cannot be reached: ${why}`, { cause: error }),
    retry: true,
  };
}

/** The key may stand in the provider's own words, so they are kept only once it is gone. */
function withoutKey(raw: Uint8Array, settings: ChatSettings): Uint8Array {
  const text = Buffer.from(raw).toString('latin1');
  const key = Buffer.from(settings.apiKey).toString('latin1');
  return text.includes(key) ? Buffer.from(text.replaceAll(key, '[redacted]'), 'latin1') : raw;
}

const isEventStream = (response: Response): boolean =>
  response.ok && (response.headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');

/** What is wrong with a stream is said once all of it is here. */
function listener(heard: (text: string) => void): (chunk: Uint8Array) => void {
  const stream = new CompletionStream(heard);
  const text = new TextDecoder();
  return (chunk) => stream.feed(text.decode(chunk, { stream: true }));
}

async function readBounded(
  response: Response,
  limit: number,
  mask: Mask,
  listen: (chunk: Uint8Array) => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array): void => {
    chunks.push(piece);
    listen(piece);
  };
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit)
      throw new ModelError('model_answer_invalid', `The provider's answer is longer than ${limit} bytes.`);
    take(mask.push(chunk));
  }
  take(mask.end());
  return Buffer.concat(chunks);
}
