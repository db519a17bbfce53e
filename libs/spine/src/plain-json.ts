/** JSON that says the same to every reader. Of a key that is given twice `JSON.parse` keeps the last, others the first. */
import { SpineError } from './errors.ts';

/** As `JSON.parse`; throws `runseal.json_ambiguous` where an object has a key twice. */
export function parsePlainJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (keysWritten(text) > keysIn(value))
    throw new SpineError('runseal.json_ambiguous', 'an object has a key twice; give it once');
  return value;
}

/** Colons outside strings, of a text that is known to be JSON. Goes from quote to quote: most of a long text is strings. */
function keysWritten(text: string): number {
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === ':') keys++;
    else if (text[at] === '"') at = closingQuote(text, at);
  }
  return keys;
}

function closingQuote(text: string, opening: number): number {
  let end = opening;
  let slashes: number;
  do {
    end = text.indexOf('"', end + 1);
    slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
  } while (slashes % 2 === 1);
  return end;
}

/** Keys of all objects in a value. It may be nested deeper than a function may call itself. */
function keysIn(value: unknown): number {
  let keys = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) keys += members.length;
    for (const member of members) waiting.push(member);
  }
  return keys;
}
