import { openContent, toHex, type AskedEvent, type Inquiry, type WantedContent } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { readContentsOf, type Sql } from '@runseal/spine/postgres';

/** Contents at hand at once, bytes, about; one alone may be larger. */
const MOST_BYTES = 1024 * 1024;

type Contents = ReadonlyMap<string, Uint8Array>;

/**
 * Shows events to an inquiry, with the contents it wants and no others: a few of them are read at once, and let go. The events
 * are gone through once, and from there again wherever contents have to be read.
 */
export async function show(
  inquiry: Inquiry,
  events: Iterable<AskedEvent>,
  { sql, run }: { sql: Sql; run: string },
): Promise<void> {
  let contents: Contents = new Map();
  let seen = 0;
  /** Contents that were read and whose events are still to be seen. */
  let ahead = 0;
  for (const event of events) {
    if (inquiry.wants(event) !== null) {
      if (ahead === 0) {
        const next = asManyAsFit(inquiry, events, seen);
        contents = await contentsOf(sql, run, next);
        ahead = next.length;
      }
      ahead -= 1;
    }
    inquiry.see(event, (commitment) => contents.get(toHex(commitment)));
    seen += 1;
  }
}

/** What is wanted for the events behind the first `seen` and may be at hand together; one content at least. */
function asManyAsFit(inquiry: Inquiry, events: Iterable<AskedEvent>, seen: number): readonly WantedContent[] {
  const wanted: WantedContent[] = [];
  let bytes = 0;
  let at = 0;
  for (const event of events) {
    const content = at++ < seen ? null : inquiry.wants(event);
    if (content === null) continue;
    bytes += content.bytes;
    if (wanted.length > 0 && bytes > MOST_BYTES) break;
    wanted.push(content);
  }
  return wanted;
}

/** By commitment (hex). What was erased, or is not what its commitment says, is not at hand. */
async function contentsOf(sql: Sql, run: string, wanted: readonly WantedContent[]): Promise<Contents> {
  const contents = new Map<string, Uint8Array>();
  const commitments = wanted.map(({ commitment }) => commitment);
  for await (const content of readContentsOf(sql, run, commitments))
    if (openContent(content, nodeHasher)) contents.set(toHex(content.ref.commitment), content.bytes);
  return contents;
}
