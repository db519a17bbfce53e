/** OpenAI's Responses API: `POST /v1/responses`, streamed as typed events or answered whole. */
import { tokensOf, isFields } from '../../frames/fields.ts';
import type { AnswerNotes } from '../answer-notes.ts';
import type { Fields, Protocol } from '../protocol.ts';
import { bearer, openAiFault } from './openai-faults.ts';

export const openAiResponses: Protocol = {
  name: 'openai-responses',
  route: (path) => (path === '/v1/responses' ? { path: '/responses', model: null, query: [] } : null),
  keyHeaders: bearer,
  faultAnswer: openAiFault,
  note(message, notes) {
    const type = message['type'];
    if (message['object'] === 'response') noteResponse(message, notes);
    else if (type === 'error') noteFailure(isFields(message['error']) ? message['error'] : message, notes);
    else if (typeof type !== 'string') return;
    else if (type.endsWith('.delta')) notes.streamed(message['delta']);
    else if (type === 'response.output_item.done') noteItem(message['item'], notes);
    else if (LAST.has(type) && isFields(message['response'])) noteResponse(message['response'], notes);
  },
};

const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

function noteResponse(response: Fields, notes: AnswerNotes): void {
  notes.ended = true;
  if (response['status'] === 'failed') noteFailure(isFields(response['error']) ? response['error'] : {}, notes);
  const output = Array.isArray(response['output']) ? (response['output'] as unknown[]) : [];
  for (const item of output) noteItem(item, notes);
  const usage = response['usage'];
  if (!isFields(usage)) return;
  notes.input = tokensOf(usage['input_tokens']);
  notes.output = tokensOf(usage['output_tokens']);
  notes.cached = detail(usage['input_tokens_details'], 'cached_tokens');
  notes.reasoning = detail(usage['output_tokens_details'], 'reasoning_tokens');
}

const noteItem = (item: unknown, notes: AnswerNotes): void => {
  if (isFields(item)) notes.given.add(item['id']);
};

const noteFailure = (error: Fields, notes: AnswerNotes): void => notes.failed(error['code'], error['message']);

const detail = (details: unknown, name: string): number | null => (isFields(details) ? tokensOf(details[name]) : null);
