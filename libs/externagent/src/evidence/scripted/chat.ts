/** OpenAI Chat Completions, streamed. */
import { isFields, textOf } from '../../frames/fields.ts';
import { callId, listOf, type Speech, type Tongue } from './speech.ts';

export const CHAT: Tongue = {
  path: '/chat/completions',
  toolsIn: (body) =>
    listOf(body['tools'])
      .filter(isFields)
      .map(({ function: inner }) => ({
        name: isFields(inner) ? (textOf(inner['name']) ?? '') : '',
        namespace: null,
      })),
  stream(speech, turn) {
    const base = { id: `chat_${turn}`, object: 'chat.completion.chunk', created: 1, model: 'scripted' };
    const finish = speech.kind === 'call' ? 'tool_calls' : 'stop';
    return [
      { ...base, choices: [{ index: 0, delta: deltaOf(speech, turn), finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
      { ...base, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
    ]
      .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      .concat('data: [DONE]\n\n')
      .join('');
  },
  outputOf(body, id) {
    const said = listOf(body['messages'])
      .filter(isFields)
      .find((message) => message['tool_call_id'] === id);
    return said === undefined ? null : JSON.stringify(said['content']);
  },
};

function deltaOf(speech: Speech, turn: number): Record<string, unknown> {
  if (speech.kind !== 'call') return { role: 'assistant', content: speech.kind === 'say' ? speech.text : '' };
  const { name, args } = speech;
  const call = { name, arguments: JSON.stringify(args) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: callId(turn), type: 'function', function: call }],
  };
}
