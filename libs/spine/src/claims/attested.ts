/** What the harness says it did. Its word, nothing more. */
import type { AskedEvent } from './claim.ts';
import { isMap, type CborValue } from '../values.ts';

export function isAttested({ type, payload }: AskedEvent, kinds: readonly string[]): boolean {
  return type === 'provenance.attested' && kinds.some((kind) => kind === payload['kind']);
}

/** True when a text of the attested summary contains the words. */
export function summaryMentions(event: AskedEvent, words: string): boolean {
  return textsIn(event.payload['summary']).some((text) => text.includes(words));
}

/** True when a text of the summary contains this path as a whole, and not as a part of another name. */
export const summaryNamesPath = (event: AskedEvent, path: string): boolean =>
  path !== '' && textsIn(event.payload['summary']).some((text) => containsWhole(text.normalize('NFC'), path));

/** The same for a host, which is written in any case. */
export const summaryNamesHost = (event: AskedEvent, host: string): boolean =>
  textsIn(event.payload['summary']).some((text) => containsWhole(text.toLowerCase(), host));

/** True when the summary names exactly this under `tool`. */
export function summaryNamesTool(event: AskedEvent, tool: string): boolean {
  const summary = event.payload['summary'];
  return isMap(summary) && summary['tool'] === tool;
}

function containsWhole(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!GOES_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !GOES_ON.test(text.slice(end, end + 4))) return true;
  }
  return false;
}

/** The name is the end of a longer one; or its beginning. */
const GOES_BEFORE = /[\p{L}\p{N}_.-]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

function textsIn(value: CborValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as readonly CborValue[]).flatMap(textsIn);
  return isMap(value) ? Object.values(value).flatMap(textsIn) : [];
}
