import type { Tier } from './tiers.ts';
import classes from './tier.module.css';

/** The mark of a tier: filled square, open circle, hatched break. Shape carries the meaning; colour repeats it. */
export function TierMark({ tier, size = 12 }: { tier: Tier; size?: number }) {
  return (
    <svg
      className={classes.mark}
      data-tier={tier}
      width={size}
      height={size}
      viewBox="0 0 12 12"
      aria-hidden
      focusable="false"
    >
      {tier === 'enforced' && <rect x="1" y="1" width="10" height="10" fill="currentColor" />}
      {tier === 'attested' && (
        <circle cx="6" cy="6" r="4.5" fill="var(--mark-ground, none)" stroke="currentColor" strokeWidth="1.5" />
      )}
      {tier === 'unobserved' && (
        <g stroke="currentColor" strokeWidth="1.4" fill="none">
          <path d="M0.7 0.7h10.6v10.6h-10.6z" strokeWidth="1" fill="var(--mark-ground, none)" />
          <path d="M1 6 6 1M1 11 11 1M6 11 11 6" />
        </g>
      )}
    </svg>
  );
}
