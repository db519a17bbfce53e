/** The side of a step that speaks Gemini's generateContent: one chunk with all parts, counts and reason to stop. */
import { offeredTools } from './request.ts';
import type { Item, RawItem, Usage } from './scenario.ts';

type Part = Readonly<Record<string, unknown>>;

/** The answer, whole; streamed it is the only chunk. */
export function geminiAnswer(
  items: readonly Item[],
  usage: Usage,
  body: unknown,
  nextId: (prefix: string) => string,
): Record<string, unknown> {
  const parts = items.map((item) => partOf(item, body, nextId));
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: usage.input,
      // Thoughts are counted beside the candidates; a script counts them within its output.
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      cachedContentTokenCount: usage.cached,
      totalTokenCount: usage.input + usage.output,
    },
    modelVersion: 'scripted',
    responseId: nextId('response'),
  };
}

export const geminiError = (status: number, word: string, message: string): Record<string, unknown> => ({
  error: { code: status, message, status: word },
});

function partOf(item: Item, body: unknown, nextId: (prefix: string) => string): Part {
  switch (item.kind) {
    case 'message':
      return { text: item.text };
    case 'reasoning':
      return { text: item.text, thought: true };
    case 'raw':
      return { functionCall: withoutType(item.item) };
    case 'tool': {
      const offered = offeredTools(body);
      const found = offered.find((o) => o.name === item.tool) ?? offered.find((o) => o.name.endsWith(item.tool));
      const args = typeof item.args === 'function' ? item.args(body) : item.args;
      return { functionCall: { id: nextId('call'), name: found?.name ?? item.tool, args } };
    }
  }
}

const withoutType = ({ type: _type, ...rest }: RawItem): Part => rest;
