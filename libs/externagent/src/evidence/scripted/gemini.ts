/** Gemini's generateContent, streamed. */
import { isFields, textOf, type Fields } from '../../frames/fields.ts';
import { callId, listOf, type Speech, type Tongue } from './speech.ts';

export const GEMINI: Tongue = {
  path: ':streamGenerateContent',
  toolsIn: (body) =>
    listOf(body['tools'])
      .filter(isFields)
      .flatMap((tool) => listOf(tool['functionDeclarations']))
      .filter(isFields)
      .map((tool) => ({ name: textOf(tool['name']) ?? '', namespace: null })),
  stream(speech, turn) {
    const content = { role: 'model', parts: [partOf(speech, turn)] };
    const answer = {
      candidates: [{ index: 0, content, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'scripted',
      responseId: `response_${turn}`,
    };
    return `data: ${JSON.stringify(answer)}\n\n`;
  },
  outputOf(body, id) {
    const said = listOf(body['contents'])
      .filter(isFields)
      .flatMap(({ parts }) => listOf(parts))
      .filter(isFields)
      .map(({ functionResponse }) => functionResponse)
      .filter(isFields)
      .find((response) => response['id'] === id);
    return said === undefined ? null : JSON.stringify(said['response']);
  },
};

function partOf(speech: Speech, turn: number): Fields {
  switch (speech.kind) {
    case 'say':
      return { text: speech.text };
    case 'raw':
      return speech.item;
    case 'call':
      return { functionCall: { id: callId(turn), name: speech.name, args: speech.args } };
  }
}
