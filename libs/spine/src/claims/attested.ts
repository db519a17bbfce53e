/** What the harness says it did. Its word, nothing more. */
import type { SpineEvent } from '../event.ts';
import { isMap } from '../values.ts';

export function attestedOf(events: readonly SpineEvent[], kinds: readonly string[]): readonly SpineEvent[] {
  return events.filter((e) => e.type === 'provenance.attested' && kinds.some((kind) => kind === e.payload['kind']));
}

/** True when a text value of the attested summary is, or contains, the word. */
export function summaryMentions(event: SpineEvent, word: string): boolean {
  const summary = event.payload['summary'];
  return isMap(summary) && Object.values(summary).some((value) => typeof value === 'string' && value.includes(word));
}

/** True when the summary names exactly this under `tool`. */
export function summaryNamesTool(event: SpineEvent, tool: string): boolean {
  const summary = event.payload['summary'];
  return isMap(summary) && summary['tool'] === tool;
}
