/** OpenAI's Chat Completions: `POST /v1/chat/completions`. A stream tells its usage only when the client asked for it. */
import { tokensOf, isFields } from '../../frames/fields.ts';
import type { AnswerNotes } from '../answer-notes.ts';
import type { Fields, Protocol } from '../protocol.ts';
import { bearer, openAiFault } from './openai-faults.ts';

export const openAiChat: Protocol = {
  name: 'openai-chat',
  route: (path) => (path === '/v1/chat/completions' ? { path: '/chat/completions', model: null, query: [] } : null),
  keyHeaders: bearer,
  faultAnswer: openAiFault,
  note(message, notes) {
    const { error, usage, choices } = message;
    if (isFields(error)) notes.failed(error['code'], error['message']);
    if (isFields(usage)) noteUsage(usage, notes);
    for (const choice of Array.isArray(choices) ? (choices as unknown[]) : [])
      if (isFields(choice)) noteChoice(choice, notes);
  },
};

/** Usage comes after the choice that finished. */
function noteChoice(choice: Fields, notes: AnswerNotes): void {
  if (typeof choice['finish_reason'] === 'string') notes.ended = true;
  const said = isFields(choice['delta']) ? choice['delta'] : choice['message'];
  if (!isFields(said)) return;
  for (const text of [said['content'], said['refusal'], said['reasoning_content'], said['reasoning']])
    notes.streamed(text);
  // As calls were told before there were several.
  if (isFields(said['function_call'])) notes.streamed(said['function_call']['arguments']);
  const calls = Array.isArray(said['tool_calls']) ? (said['tool_calls'] as unknown[]) : [];
  for (const call of calls)
    if (isFields(call) && isFields(call['function'])) notes.streamed(call['function']['arguments']);
}

function noteUsage(usage: Fields, notes: AnswerNotes): void {
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = usage;
  notes.input = tokensOf(usage['prompt_tokens']);
  notes.output = tokensOf(usage['completion_tokens']);
  notes.cached = isFields(prompt) ? tokensOf(prompt['cached_tokens']) : null;
  notes.reasoning = isFields(completion) ? tokensOf(completion['reasoning_tokens']) : null;
}
