import { contentRefsIn, decodeEvent, toHex, type CborValue } from '@runseal/spine';
import type { EventIndex } from '@runseal/spine/postgres';

/** What was written or went wrong in words, and lies in a table as well as on the record. */
export interface Copies {
  readonly decisions: readonly { readonly approval: string; readonly principal: string }[];
  readonly turns: readonly number[];
  /** Episodes whose error is gone; of a session each is a turn. */
  readonly failed: readonly number[];
}

const PAGE = 500;

/** The copies of those contents (32 bytes each) among `commitments` that a decision, a turn or an episode of the run refers to. */
export async function copiesOf(index: EventIndex, run: string, commitments: readonly Uint8Array[]): Promise<Copies> {
  const gone = new Set(commitments.map((commitment) => toHex(commitment)));
  const isGone = (value: CborValue | undefined): boolean =>
    value !== undefined && contentRefsIn(value).some(({ commitment }) => gone.has(toHex(commitment)));
  const decisions: Copies['decisions'][number][] = [];
  const turns: number[] = [];
  const failed: number[] = [];
  const filter = { types: ['approval.decided', 'goal.submitted', 'episode.ended'], call: null, words: [] };
  for (let after = 0, more = gone.size > 0; more;) {
    const page = await index.page(run, filter, { after, upTo: Number.MAX_SAFE_INTEGER, limit: PAGE });
    for (const { canonical } of page) {
      const { approval, principal, reason, turn, goal, episode, error } = decodeEvent(canonical).payload;
      if (typeof approval === 'string' && typeof principal === 'string' && isGone(reason))
        decisions.push({ approval, principal });
      if (typeof turn === 'number' && isGone(goal)) turns.push(turn);
      if (typeof episode === 'number' && isGone(error)) failed.push(episode);
    }
    after = page.at(-1)?.seq ?? after;
    more = page.length === PAGE;
  }
  return { decisions, turns, failed };
}
