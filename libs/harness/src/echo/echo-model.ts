/** A stand-in for a model: says the calls that the objective spells out, one a step, then reports. Deterministic. */
import { readDirectives } from '../directives.ts';
import type { Answer, Message, Model } from '../model.ts';

/** Answers from the objective alone; nothing is sent anywhere. */
export function echoModel(objective: string): Model {
  const { directives, rest } = readDirectives(objective);
  return {
    name: 'echo',
    endpoint: '',
    turn: (messages) => ({
      request: null,
      answer() {
        const results = messages.filter((m) => m.role === 'tool');
        const next = directives[results.length];
        if (next === undefined) return Promise.resolve(say(report(rest, directives, results)));
        return Promise.resolve({
          ...say(''),
          calls: [{ id: `echo-${results.length + 1}`, tool: next.tool, args: next.args }],
        });
      },
    }),
  };
}

function say(text: string): Answer {
  return { text, calls: [], usage: null, raw: null };
}

function report(rest: string, directives: readonly { tool: string }[], results: readonly Message[]): string {
  const lines = results.map((result, i) => `- ${directives[i]?.tool ?? 'tool'}: ${firstLine(result)}`);
  return [rest, ...(lines.length > 0 ? ['', 'Done:', ...lines] : [])].join('\n').trim();
}

function firstLine(message: Message): string {
  const line = message.text.split('\n', 1)[0] ?? '';
  return line.length > 120 ? `${line.slice(0, 119).toWellFormed()}…` : line;
}
