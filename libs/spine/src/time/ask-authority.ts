import { SpineError } from '../errors.ts';
import { requestFor, tokenIn } from './exchange.ts';
import { MEDIA_TYPE_QUERY, MEDIA_TYPE_REPLY } from './media.ts';
import { verifyTimeToken, LONGEST_TOKEN } from './verify-token.ts';
import type { TimeStatement } from './statement.ts';

/** A time authority, as somebody asks it. */
export interface Authority {
  /** http or https. */
  readonly url: string;
  /** How long one answer may take, ms. */
  readonly timeoutMs: number;
  /** DER certificates a token must lead to before it is kept; empty: whoever signed it. */
  readonly anchors: readonly Uint8Array[];
}

/** The status around a token costs little. */
export const LONGEST_ANSWER = LONGEST_TOKEN + 4 * 1024;

/**
 * Asks the authority for a token over `bytes`, and keeps it only when it verifies.
 *
 * @throws SpineError `runseal.time_unreachable` (down, slow, another address, oversized), `runseal.time_refused`,
 * `runseal.time_untrusted`, or what `tokenIn` and `verifyTimeToken` throw
 */
export async function askAuthority(
  { url, timeoutMs, anchors }: Authority,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<{ readonly token: Uint8Array; readonly statement: TimeStatement }> {
  const request = requestFor(bytes);
  const limit = AbortSignal.timeout(timeoutMs);
  const answer = await post(url, request.bytes, signal === undefined ? limit : AbortSignal.any([limit, signal]));
  const token = tokenIn(answer, request);
  const statement = await verifyTimeToken(token, bytes, anchors);
  if (anchors.length > 0 && !statement.trusted)
    throw new SpineError(
      'runseal.time_untrusted',
      `The time authority ${statement.authority} is none of those you named as trusted.`,
    );
  return { token, statement };
}

async function post(url: string, query: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(query),
      headers: { 'content-type': MEDIA_TYPE_QUERY, accept: MEDIA_TYPE_REPLY },
      // The authority has one address; where it points elsewhere is nobody that was named.
      redirect: 'error',
      signal,
    });
    const media = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (!response.ok || media !== MEDIA_TYPE_REPLY) {
      await response.body?.cancel();
      throw new RangeError(`it answered ${response.status}, ${media ?? 'of no type'}`);
    }
    return await bounded(response);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SpineError('runseal.time_unreachable', `The time authority did not answer: ${why}.`, { cause });
  }
}

async function bounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > LONGEST_ANSWER) throw new RangeError('its answer is longer than any token');
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
