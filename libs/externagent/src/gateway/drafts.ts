/** The events of a model call: what was sent is on the record before it is sent, what came back once it is over. */
import { commitContent, type Content, type EventDraft, type PayloadOf, type UsagePayload } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { draft, errorContent, withContents } from '@runseal/harness';
import { gap } from '../record/gaps.ts';
import type { Redactor } from '../redact.ts';
import type { KeptBytes } from './kept-bytes.ts';

/** Most bytes kept of one request, and of one answer. */
export const MAX_KEPT_BYTES = 4 * 1024 * 1024;

export interface Called {
  readonly step: number;
  readonly model: string;
  /** Where it goes, without credentials; '' when nothing is sent. */
  readonly endpoint: string;
  readonly body: Uint8Array;
}

export function calledDrafts({ step, model, endpoint, body }: Called, secrets: Redactor): EventDraft[] {
  // Before it is cut: what is cut must leave no part of a secret.
  const clean = secrets.bytes(body);
  const kept = clean.subarray(0, MAX_KEPT_BYTES);
  const request = contentOf(kept, 'application/json');
  const payload = { step, model: secrets.text(model), endpoint, request: request.ref };
  return [
    draft('model.called', 'agent', payload, withContents(request)),
    ...(kept.length < clean.length ? [cut('request', step, body.length)] : []),
  ];
}

export interface Answered {
  readonly step: number;
  /** null when no provider answered. */
  readonly answer: { readonly kept: KeptBytes; readonly media: string } | null;
  readonly usage: UsagePayload | null;
  readonly error: string | null;
  readonly durationUs: number;
}

export function answeredDrafts(answered: Answered, secrets: Redactor): EventDraft[] {
  const { step, answer, usage, error } = answered;
  const content = answer === null ? null : contentOf(withoutSecrets(answer.kept, secrets), answer.media);
  const said = errorContent(error === null ? null : shortly(secrets.text(error)));
  const payload: PayloadOf['model.answered'] = {
    step,
    answer: content?.ref ?? null,
    usage,
    error: said?.ref ?? null,
    error_class: error === null ? null : classOf(secrets.text(error)),
    duration_us: answered.durationUs,
  };
  return [
    draft('model.answered', 'agent', payload, withContents(content, said)),
    ...(answer === null || answer.kept.isWhole ? [] : [cut('answer', step, answer.kept.total)]),
  ];
}

/** Of an answer as far as it is kept. */
export const withoutSecrets = (kept: KeptBytes, { bytes, beginning }: Redactor): Uint8Array =>
  kept.isTorn ? beginning(kept.bytes()) : bytes(kept.bytes());

function cut(what: 'request' | 'answer', step: number, bytes: number): EventDraft {
  return gap('content', 'content_truncated', {
    count: 1,
    detail: `The ${what} of model call ${step} had ${bytes} bytes; the first ${MAX_KEPT_BYTES} are kept.`,
  });
}

function contentOf(bytes: Uint8Array, media: string): Content {
  return commitContent(bytes, media, undefined, nodeHasher);
}

/** What stands before the sentence: a code of ours. */
const classOf = (error: string): string => /^([a-z0-9_]{1,64}): /.exec(error)?.[1] ?? 'provider_error';

const MAX_ERROR_CHARS = 500;

function shortly(text: string): string {
  return (text.length > MAX_ERROR_CHARS ? `${text.slice(0, MAX_ERROR_CHARS - 1)}…` : text).toWellFormed();
}
