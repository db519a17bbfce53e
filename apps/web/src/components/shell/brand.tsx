import Link from 'next/link';
import { TierMark } from '../tier/tier-mark.tsx';
import { TIERS } from '../tier/tiers.ts';
import classes from './shell.module.css';

/** The name, led by the three marks that everything here is told in. */
export function Brand() {
  return (
    <Link href="/overview" className={classes.brand}>
      <span className={classes.marks} aria-hidden>
        {TIERS.map((tier) => (
          <TierMark key={tier} tier={tier} size={9} />
        ))}
      </span>
      Runseal
    </Link>
  );
}
