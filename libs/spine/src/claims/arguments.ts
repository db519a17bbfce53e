/** The arguments of a call, from content that may be erased, or hostile. */
import type { ContentReader } from './claim.ts';
import type { StartedCall } from './started.ts';

const utf8 = new TextDecoder();

/** Text of a call's arguments; undefined when they are erased or not at hand. */
export function argumentsText(call: StartedCall, read: ContentReader): string | undefined {
  const bytes = call.arguments === null ? undefined : read(call.arguments.commitment);
  return bytes === undefined ? undefined : utf8.decode(bytes);
}

/** The JSON value of a text; undefined when it is none. */
export function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a text of the arguments, as written or as its escapes are meant, contains the words. */
export function containsWords(text: string, words: string): boolean {
  const wanted = words.normalize('NFC');
  return (
    text.normalize('NFC').includes(wanted) || anyText(jsonOf(text), (one) => one.normalize('NFC').includes(wanted))
  );
}

/** Walks without recursion: arguments may be nested as deep as anybody likes. */
function anyText(value: unknown, holds: (text: string) => boolean): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string' && holds(one)) return true;
    if (typeof one !== 'object' || one === null) continue;
    for (const [key, inner] of Object.entries(one)) {
      if (!Array.isArray(one) && holds(key)) return true;
      waiting.push(inner);
    }
  }
  return false;
}
