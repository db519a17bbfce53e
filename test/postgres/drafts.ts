import type { EventDraft } from '@runseal/spine';

/** A small attested event that holds `text`. */
export function note(text: string, more: Partial<EventDraft> = {}): EventDraft {
  return { type: 'provenance.attested', actor: 'agent', payload: { text }, ...more };
}

export function notes(count: number): EventDraft[] {
  return Array.from({ length: count }, (_, i) => note(`note ${i}`));
}

/** Everything an async source gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
