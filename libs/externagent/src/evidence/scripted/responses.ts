/** The OpenAI Responses API. */
import { isFields, textOf, type Fields } from '../../frames/fields.ts';
import { callId, listOf, type OfferedTool, type Speech, type Tongue } from './speech.ts';

export const RESPONSES: Tongue = {
  path: '/responses',
  toolsIn: (body) => toolsUnder(body, null),
  stream(speech, turn, namespace) {
    const item = { id: `item_${turn}`, call_id: callId(turn), status: 'completed', ...itemOf(speech, namespace) };
    const output = [item];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return [
      { type: 'response.created', response: { id: `r${turn}` } },
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: `r${turn}`, status: 'completed', output, usage } },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
  },
  outputOf(body, id) {
    const said = listOf(body['input'])
      .filter(isFields)
      .find((item) => item['call_id'] === id && 'output' in item);
    return said === undefined ? null : JSON.stringify(said['output']);
  },
};

function toolsUnder(body: Fields, namespace: string | null): OfferedTool[] {
  return listOf(body['tools'])
    .filter(isFields)
    .flatMap((tool) => {
      const name = textOf(tool['name']) ?? textOf(tool['type']) ?? '';
      return Array.isArray(tool['tools']) ? toolsUnder(tool, name) : [{ name, namespace }];
    });
}

function itemOf(speech: Speech, namespace: string | null): Fields {
  switch (speech.kind) {
    case 'raw':
      return speech.item;
    case 'say':
      return {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: speech.text, annotations: [] }],
      };
    case 'call':
      return {
        type: 'function_call',
        name: speech.name,
        arguments: JSON.stringify(speech.args),
        ...(namespace === null ? {} : { namespace }),
      };
  }
}
