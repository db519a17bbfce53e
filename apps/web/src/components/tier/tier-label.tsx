import { TierMark } from './tier-mark.tsx';
import { TIER_WORDS, tierCount, type Tier } from './tiers.ts';
import classes from './tier.module.css';

/** Mark and word together, with a count when there is one; its meaning on hover. */
export function TierLabel({ tier, count }: { tier: Tier; count?: number }) {
  return (
    <span className={classes.label} data-tier={tier} title={TIER_WORDS[tier].meaning}>
      <TierMark tier={tier} />
      {count === undefined ? TIER_WORDS[tier].one : tierCount(tier, count)}
    </span>
  );
}
