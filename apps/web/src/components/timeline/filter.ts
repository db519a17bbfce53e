import type { AskedFilter } from '../../live/use-filtered-rows.ts';
import type { Tier } from '../tier/tiers.ts';

export interface TimelineFilter {
  /** Tiers shown; empty means all. */
  readonly tiers: readonly Tier[];
  /** Event types shown; empty means all. */
  readonly types: readonly string[];
  /** Words, all of which the event must hold somewhere in its bytes. */
  readonly q: string;
  /** Number of the one call shown; null means all. */
  readonly call: number | null;
}

/** The filter as the API takes it; null when nothing is narrowed. */
export function askedOf({ tiers, types, q, call }: TimelineFilter): AskedFilter | null {
  const asked: AskedFilter = {
    ...(tiers.length === 0 ? {} : { tier: tiers.join(',') }),
    ...(types.length === 0 ? {} : { type: types.join(',') }),
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(call === null ? {} : { call }),
  };
  return Object.keys(asked).length === 0 ? null : asked;
}
