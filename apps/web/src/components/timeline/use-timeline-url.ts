import { useMemo } from 'react';
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { isTier, type Tier } from '../tier/tiers.ts';
import type { TimelineFilter } from './filter.ts';

/** The spine, every dispatch as a row, or the harness's account beside ours. */
export const VIEWS = ['spine', 'calls', 'account'] as const;
export type TimelineView = (typeof VIEWS)[number];

export interface TimelineUrl {
  readonly filter: TimelineFilter;
  readonly view: TimelineView;
  /** Seq of the event opened beside the spine. */
  readonly openSeq: number | null;
  readonly setFilter: (next: Partial<TimelineFilter>) => void;
  readonly setView: (view: TimelineView) => void;
  readonly open: (seq: number) => void;
  readonly close: () => void;
}

const parsers = {
  tier: parseAsArrayOf(parseAsString).withDefault([]),
  type: parseAsArrayOf(parseAsString).withDefault([]),
  q: parseAsString.withDefault(''),
  call: parseAsInteger,
  view: parseAsStringLiteral(VIEWS).withDefault('spine'),
  event: parseAsInteger,
};

const PUSH = { history: 'push' } as const;

/** What the timeline shows, as the URL has it: a link to an event or a filter is the page's own address. */
export function useTimelineUrl(): TimelineUrl {
  const [state, set] = useQueryStates(parsers);
  return useMemo(() => {
    const tiers: readonly Tier[] = state.tier.filter(isTier);
    return {
      filter: { tiers, types: state.type, q: state.q, call: state.call },
      view: state.view,
      openSeq: state.event,
      setFilter: (next) =>
        void set({
          ...(next.tiers === undefined ? {} : { tier: [...next.tiers] }),
          ...(next.types === undefined ? {} : { type: [...next.types] }),
          ...(next.q === undefined ? {} : { q: next.q }),
          ...(next.call === undefined ? {} : { call: next.call }),
        }),
      setView: (view) => void set({ view }, PUSH),
      // Back closes what was opened; what is looked at next, one after the other, makes no further stops on the way back.
      open: (event) => void set({ event }, state.event === null ? PUSH : {}),
      close: () => void set({ event: null }),
    };
  }, [state, set]);
}
