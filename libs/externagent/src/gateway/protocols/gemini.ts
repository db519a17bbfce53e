/** Google's generateContent, whole or streamed; the path names the model, and every chunk counts up to itself. */
import { tokensOf, isFields } from '../../frames/fields.ts';
import type { AnswerNotes } from '../answer-notes.ts';
import { FAULT_STATUS, type Fault, type Fields, type Protocol } from '../protocol.ts';

const PATH = /^\/(v1|v1beta)\/models\/([A-Za-z0-9][A-Za-z0-9._-]{0,127}):(generateContent|streamGenerateContent)$/;

export const gemini: Protocol = {
  name: 'gemini',
  route(path) {
    const model = PATH.exec(path)?.[2];
    return model === undefined ? null : { path, model, query: ['alt'] };
  },
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  faultAnswer: (fault, message) => ({
    status: FAULT_STATUS[fault],
    body: { error: { code: FAULT_STATUS[fault], message, status: STATUS[fault] } },
  }),
  note(message, notes) {
    const { error, usageMetadata: usage, candidates } = message;
    if (isFields(error)) notes.failed(error['status'], error['message']);
    if (isFields(usage)) noteUsage(usage, notes);
    const choices = Array.isArray(candidates) ? (candidates as unknown[]) : [];
    for (const candidate of choices) if (isFields(candidate)) noteCandidate(candidate, notes);
    // A prompt that was blocked has no candidate and no more to come.
    if (isFields(message['promptFeedback']) && typeof message['promptFeedback']['blockReason'] === 'string')
      notes.ended = true;
  },
};

const STATUS: Readonly<Record<Fault, string>> = {
  unauthorized: 'UNAUTHENTICATED',
  unknown_path: 'NOT_FOUND',
  invalid_request: 'INVALID_ARGUMENT',
  too_large: 'INVALID_ARGUMENT',
  crowded: 'UNAVAILABLE',
  model_not_allowed: 'PERMISSION_DENIED',
  budget_exceeded: 'PERMISSION_DENIED',
  episode_over: 'UNAVAILABLE',
  provider_unreachable: 'UNAVAILABLE',
};

function noteCandidate(candidate: Fields, notes: AnswerNotes): void {
  if (typeof candidate['finishReason'] === 'string') notes.ended = true;
  const content = candidate['content'];
  const parts = isFields(content) && Array.isArray(content['parts']) ? (content['parts'] as unknown[]) : [];
  for (const part of parts) {
    if (!isFields(part)) continue;
    notes.streamed(part['text']);
    if (isFields(part['functionCall'])) notes.streamed(JSON.stringify(part['functionCall']['args']));
  }
}

/** Thoughts are counted beside the candidates; here the output is all of it. */
function noteUsage(usage: Fields, notes: AnswerNotes): void {
  const candidates = tokensOf(usage['candidatesTokenCount']);
  const thoughts = tokensOf(usage['thoughtsTokenCount']);
  notes.input = tokensOf(usage['promptTokenCount']);
  notes.output = candidates === null ? thoughts : candidates + (thoughts ?? 0);
  notes.cached = tokensOf(usage['cachedContentTokenCount']);
  notes.reasoning = thoughts;
}
