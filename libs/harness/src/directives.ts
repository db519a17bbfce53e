/** `@tool_name {json args}` lines: how an objective says which tools to call when no model is there to choose. */
import { readStrictJson } from './strict-json.ts';

export interface Directive {
  readonly tool: string;
  /** The arguments as read, or why they could not be read. */
  readonly args:
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly raw: string; readonly detail: string };
}

export interface Directives {
  readonly directives: readonly Directive[];
  /** The objective without its directive lines, trimmed. */
  readonly rest: string;
}

const LINE = /^@([a-z][a-z0-9_]{0,47})(?:[ \t]+(.*))?$/;

/** Splits an objective into directives, in order, and the words around them. A directive without arguments means `{}`. */
export function readDirectives(objective: string): Directives {
  const directives: Directive[] = [];
  const rest: string[] = [];
  for (const line of objective.split(/\r?\n/)) {
    const match = LINE.exec(line.trim());
    if (match === null) rest.push(line);
    else directives.push({ tool: match[1]!, args: readArguments(match[2] ?? '{}') });
  }
  return { directives, rest: rest.join('\n').trim() };
}

function readArguments(raw: string): Directive['args'] {
  const read = readStrictJson(raw);
  return read.ok ? { ok: true, value: read.value } : { ok: false, raw, detail: read.detail };
}
