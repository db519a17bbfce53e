import type { TierCounts } from '../tier/mix-bar.tsx';

/** "62 % enforced"; a harness without events has no share. Never rounded up to a whole it is not. */
export function enforcedShare({ enforced, attested, unobserved }: TierCounts): string {
  const all = enforced + attested + unobserved;
  return all === 0 ? 'no events' : `${String(Math.floor((100 * enforced) / all))} % enforced`;
}
