import { contentRefsIn, decodeEvent, toHex } from '@runseal/spine';
import type { SpineStore, StoredEvent } from '@runseal/spine/postgres';
import type { Said } from './call-view.ts';

/** Reads what people wrote beside the decisions among these events; `(erased)` stands for what is gone. */
export async function reasonsOf(store: SpineStore, run: string, events: readonly StoredEvent[]): Promise<Said> {
  const said = new Map<string, string>();
  for (const { type, canonical } of events) {
    if (type !== 'approval.decided') continue;
    for (const { commitment } of contentRefsIn(decodeEvent(canonical).payload)) {
      const { content } = await store.content(run, commitment);
      said.set(toHex(commitment), content === null ? '(erased)' : new TextDecoder().decode(content.bytes));
    }
  }
  return (reason) => {
    if (typeof reason === 'string') return reason;
    const [ref] = reason === undefined ? [] : contentRefsIn(reason);
    return (ref === undefined ? undefined : said.get(toHex(ref.commitment))) ?? '';
  };
}
