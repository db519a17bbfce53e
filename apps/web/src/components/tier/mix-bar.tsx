import { TIERS, tierCount, type Tier } from './tiers.ts';
import { TierLabel } from './tier-label.tsx';
import classes from './tier.module.css';

export type TierCounts = Readonly<Record<Tier, number>>;

/** Share of each tier in a run, in the pattern of its mark: solid, dotted, hatched. */
export function MixBar({
  tiers,
  legend,
  height = 12,
  note = null,
}: {
  tiers: TierCounts;
  legend: 'below' | 'none';
  height?: number;
  /** What the counts are of, beside them. */
  note?: string | null;
}) {
  const present = TIERS.filter((tier) => tiers[tier] > 0);
  const label =
    present.length === 0 ? 'Nothing recorded yet' : present.map((tier) => tierCount(tier, tiers[tier])).join(', ');
  return (
    <div className={classes.mix}>
      <div className={classes.bar} style={{ height }} role="img" aria-label={label} title={label}>
        {present.map((tier) => (
          <span key={tier} className={classes.segment} data-tier={tier} style={{ flexGrow: tiers[tier] }} />
        ))}
      </div>
      {legend === 'below' && (
        <div className={classes.legend}>
          {TIERS.map((tier) => (
            <TierLabel key={tier} tier={tier} count={tiers[tier]} />
          ))}
          {note !== null && <span className={classes.note}>{note}</span>}
        </div>
      )}
    </div>
  );
}
