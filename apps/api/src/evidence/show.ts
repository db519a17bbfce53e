import { openContent, toHex, type AskedEvent, type Inquiry, type WantedContent } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { readContentsOf, type Sql } from '@runseal/spine/postgres';

/** Contents at hand at once, bytes, about; one alone may be larger. */
const MOST_BYTES = 1024 * 1024;

type Contents = ReadonlyMap<string, Uint8Array>;

/** Shows events to an inquiry, with the contents it wants and no others: a few of them are read at once, and let go. */
export async function show(
  inquiry: Inquiry,
  events: Iterable<AskedEvent>,
  { sql, run }: { sql: Sql; run: string },
): Promise<void> {
  const wanted: WantedContent[] = [];
  for (const event of events) wanted.push(...[inquiry.wants(event) ?? []].flat());
  let contents: Contents = new Map();
  let met = 0;
  let read = 0;
  for (const event of events) {
    if (read < wanted.length && inquiry.wants(event) !== null && met++ === read) {
      const next = asManyAsFit(wanted, read);
      contents = await contentsOf(sql, run, next);
      read += next.length;
    }
    inquiry.see(event, (commitment) => contents.get(toHex(commitment)));
  }
}

/** Those from `first` on that may be at hand together; one at least. */
function asManyAsFit(wanted: readonly WantedContent[], first: number): readonly WantedContent[] {
  let behind = first + 1;
  for (let bytes = wanted[first]!.bytes; behind < wanted.length; behind += 1) {
    bytes += wanted[behind]!.bytes;
    if (bytes > MOST_BYTES) break;
  }
  return wanted.slice(first, behind);
}

/** By commitment (hex). What was erased, or is not what its commitment says, is not at hand. */
async function contentsOf(sql: Sql, run: string, wanted: readonly WantedContent[]): Promise<Contents> {
  const contents = new Map<string, Uint8Array>();
  const commitments = wanted.map(({ commitment }) => commitment);
  for await (const content of readContentsOf(sql, run, commitments))
    if (openContent(content, nodeHasher)) contents.set(toHex(content.ref.commitment), content.bytes);
  return contents;
}
