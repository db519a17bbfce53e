/** What of a provider's headers goes on. They are foreign text as much as the answer is. */
import type { IncomingMessage } from 'node:http';
import type { Redactor } from '../redact.ts';

/** What clients need; the rest (cookies, the provider's own names) stays here. */
const PASSED = [
  'content-type',
  'cache-control',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-request-id',
  'request-id',
] as const;

/** Not `content-encoding`: an answer is passed on unpacked. */
export function passedHeaders({ headers }: IncomingMessage, secrets: Redactor): Record<string, string> {
  return Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, secrets.text(value)]] : [];
    }),
  );
}

const UNKNOWN_MEDIA = 'application/octet-stream';
/** Printable ASCII (RFC 9110 8.3.1 needs no more), of a length that a list can show. */
const MEDIA = /^[\x20-\x7e]{1,128}$/;

/** The media type of an answer as the record names it; what is none is nothing known. */
export function mediaOf({ headers }: IncomingMessage, secrets: Redactor): string {
  const media = headers['content-type'] ?? UNKNOWN_MEDIA;
  return MEDIA.test(media) && !secrets.finds(media) ? media : UNKNOWN_MEDIA;
}
