/** Anthropic's Messages: `POST /v1/messages`. The input is counted when the stream opens, the output as it goes on. */
import { tokensOf, isFields } from '../../frames/fields.ts';
import type { AnswerNotes } from '../answer-notes.ts';
import { FAULT_STATUS, type Fault, type Fields, type Protocol } from '../protocol.ts';

export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  route: (path) => (path === '/v1/messages' ? { path: '/v1/messages', model: null, query: ['beta'] } : null),
  keyHeaders: (key) => ({ 'x-api-key': key }),
  faultAnswer: (fault, message) => ({
    status: FAULT_STATUS[fault],
    body: { type: 'error', error: { type: TYPES[fault], message } },
  }),
  note(message, notes) {
    switch (message['type']) {
      case 'message':
        notes.ended = true;
        noteUsage(message['usage'], notes);
        break;
      case 'message_start':
        if (isFields(message['message'])) noteUsage(message['message']['usage'], notes);
        break;
      case 'content_block_delta':
        if (isFields(message['delta'])) noteDelta(message['delta'], notes);
        break;
      case 'message_delta':
        noteUsage(message['usage'], notes);
        break;
      case 'message_stop':
        notes.ended = true;
        break;
      case 'error':
        if (isFields(message['error'])) notes.failed(message['error']['type'], message['error']['message']);
        break;
    }
  },
};

/** All but `crowded` and the last three are errors its clients do not retry. */
const TYPES: Readonly<Record<Fault, string>> = {
  unauthorized: 'authentication_error',
  unknown_path: 'not_found_error',
  invalid_request: 'invalid_request_error',
  too_large: 'request_too_large',
  crowded: 'overloaded_error',
  model_not_allowed: 'permission_error',
  budget_exceeded: 'permission_error',
  episode_over: 'api_error',
  provider_unreachable: 'api_error',
};

function noteDelta(delta: Fields, notes: AnswerNotes): void {
  for (const text of [delta['text'], delta['thinking'], delta['partial_json']]) notes.streamed(text);
}

/** Anthropic counts what was read from or written to the cache beside `input_tokens`; here the input is all of it. */
function noteUsage(usage: unknown, notes: AnswerNotes): void {
  if (!isFields(usage)) return;
  const fresh = tokensOf(usage['input_tokens']);
  if (fresh !== null) {
    const [read, written] = [
      tokensOf(usage['cache_read_input_tokens']),
      tokensOf(usage['cache_creation_input_tokens']),
    ];
    notes.input = fresh + (read ?? 0) + (written ?? 0);
    notes.cached = read;
  }
  const output = tokensOf(usage['output_tokens']);
  if (output !== null) notes.output = output;
}
