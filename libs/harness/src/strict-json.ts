/**
 * JSON that means the same to everybody who reads it. `JSON.parse` keeps the last of two equal keys, rounds large
 * integers and passes lone surrogates on; arguments read that way would be recorded as something that was never sent.
 */

/** Why a text is not plain JSON. Stable. */
export type JsonDefect =
  | 'syntax'
  | 'duplicate_key'
  | 'lone_surrogate'
  | 'number_not_exact'
  | 'too_deep'
  | 'too_many_values'
  | 'invalid_utf8'
  | 'reserved_key';

export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly defect: JsonDefect; readonly detail: string };

/** Deepest nesting read; deeper text is refused rather than risked in recursive readers further on. */
const MAX_DEPTH = 128;
/** Most values of one text. Millions of them fit into few megabytes, and whoever reads them keeps everybody else waiting. */
const MAX_VALUES = 200_000;

/** Reads `text` as JSON and refuses whatever two readers could understand differently. Never throws. */
export function readStrictJson(text: string, maxValues: number = MAX_VALUES): StrictJson {
  if (hasMoreThan(maxValues, text))
    return refuse('too_many_values', `The JSON holds more than ${maxValues} values: send less at once.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse('syntax', `This is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
  if (isWritten(text, value)) return { ok: true, value };
  return findDefect(text) ?? { ok: true, value };
}

/** As {@link readStrictJson}, from bytes that must be UTF-8. */
export function readStrictJsonBytes(bytes: Uint8Array, maxValues?: number): StrictJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('invalid_utf8', 'The text is not valid UTF-8: send JSON as UTF-8.');
  }
  return readStrictJson(text, maxValues);
}

/**
 * Whether a text opens and parts more than so many values. Looked at before anything is made of it, whether it is JSON or not;
 * a text that is shorter cannot.
 */
function hasMoreThan(most: number, text: string): boolean {
  if (text.length <= most) return false;
  let values = 0;
  for (let at = 0; at < text.length && values <= most; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = closingQuote(text, at);
    else if (char === COMMA || char === BRACKET || char === BRACE) values += 1;
  }
  return values > most;
}

const [QUOTE, COMMA, BRACKET, BRACE, BACKSLASH] = [0x22, 0x2c, 0x5b, 0x7b, 0x5c];

/** Index of the quote that closes the string, or of the end. Goes from quote to quote: most of a long text is strings. */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Whether the text is what JSON.stringify writes for what was read of it, as most are: then nothing of it was dropped or
 * rounded, and it need not be gone through. What would be written back although it is refused is left to that.
 */
function isWritten(text: string, value: unknown): boolean {
  if (text.includes('\\ud') || text.includes('__proto__') || !isShallow(value, 0)) return false;
  return JSON.stringify(value) === text;
}

/** Whether it is nested no deeper than may be, and holds no whole number that is not exact. */
function isShallow(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((inner) => isShallow(inner, depth + 1));
}

function refuse(defect: JsonDefect, detail: string): StrictJson & { ok: false } {
  return { ok: false, defect, detail };
}

function findDefect(text: string): (StrictJson & { ok: false }) | null {
  /** Keys seen in each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  let lastString: string | null = null;
  for (const token of tokensOf(text)) {
    const first = token[0]!;
    if (first === '"') {
      lastString = JSON.parse(token) as string;
      if (!lastString.isWellFormed())
        return refuse('lone_surrogate', 'A string holds half of a surrogate pair: send whole characters.');
    } else if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) return refuse('too_deep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (first === '}' || first === ']') {
      open.pop();
    } else if (first === ':') {
      const refused = noteKey(open.at(-1) ?? null, lastString ?? '');
      if (refused !== null) return refused;
    } else if (first !== ',' && !isExact(token)) {
      return refuse(
        'number_not_exact',
        `The number ${token.slice(0, 40)} cannot be kept exactly: send it as a string.`,
      );
    }
  }
  return null;
}

function noteKey(keys: Set<string> | null, key: string): (StrictJson & { ok: false }) | null {
  if (keys === null) return null;
  if (keys.has(key))
    return refuse('duplicate_key', `The key ${JSON.stringify(key.slice(0, 80))} is given twice: give it once.`);
  // Readers that copy objects drop it, so the copy would differ from what was sent.
  if (key === '__proto__') return refuse('reserved_key', 'The key "__proto__" is not accepted: rename it.');
  keys.add(key);
  return null;
}

function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(value);
}

/**
 * Tokens of a text that is known to be JSON: strings with their quotes, numbers, and the marks `{}[],:`. Scanned by
 * hand: a pattern that walks a string of several megabytes exhausts the engine's backtracking stack.
 */
function* tokensOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const char = text[at]!;
    const end = char === '"' ? endOfString(text, at) : '-0123456789'.includes(char) ? endOfNumber(text, at) : at + 1;
    if (end > at + 1 || '{}[],:0123456789'.includes(char)) yield text.slice(at, end);
    at = end;
  }
}

function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && '0123456789.eE+-'.includes(text[end]!)) end += 1;
  return end;
}
