/** Anthropic Messages, streamed. */
import { isFields, textOf } from '../../frames/fields.ts';
import { callId, listOf, type Speech, type Tongue } from './speech.ts';

export const MESSAGES: Tongue = {
  path: '/messages',
  toolsIn: (body) =>
    listOf(body['tools'])
      .filter(isFields)
      .map((tool) => ({ name: textOf(tool['name']) ?? '', namespace: null })),
  stream(speech, turn) {
    const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'scripted', content: [] };
    const open = { ...message, stop_reason: null, stop_sequence: null, usage };
    const delta = { stop_reason: speech.kind === 'call' ? 'tool_use' : 'end_turn', stop_sequence: null };
    return [
      { type: 'message_start', message: open },
      ...blockOf(speech, turn),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta, usage },
      { type: 'message_stop' },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
  },
  outputOf(body, id) {
    const said = listOf(body['messages'])
      .filter(isFields)
      .flatMap(({ content }) => listOf(content))
      .filter(isFields)
      .find((block) => block['tool_use_id'] === id);
    return said === undefined ? null : JSON.stringify(said['content']);
  },
};

interface StreamEvent {
  readonly type: string;
  readonly index: 0;
  readonly content_block?: Readonly<Record<string, unknown>>;
  readonly delta?: Readonly<Record<string, unknown>>;
}

function blockOf(speech: Speech, turn: number): StreamEvent[] {
  if (speech.kind !== 'call')
    return [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: textIn(speech) } },
    ];
  const input = JSON.stringify(speech.args);
  const call = { type: 'tool_use', id: callId(turn), name: speech.name, input: {} };
  return [
    { type: 'content_block_start', index: 0, content_block: call },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: input } },
  ];
}

const textIn = (speech: Speech): string => (speech.kind === 'say' ? speech.text : '');
