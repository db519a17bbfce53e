import type { HarnessView } from '../../api/wire.ts';
import classes from './harness.module.css';

export type Probed = NonNullable<HarnessView['probed'][string]>;

/** What came of trying a surface on the installed program; loud where it is held less than the profile promises. */
export function FoundCell({ surface, probed }: { surface: string; probed: Probed | null }) {
  if (probed === null) return null;
  const found = Object.hasOwn(probed.found, surface) ? probed.found[surface] : 'not_tried';
  if (probed.broken.includes(surface))
    return (
      <div>
        <span className={classes.alarm}>▲ tried: {words(found)}</span>
      </div>
    );
  return <div className={classes.dim}>{found === 'not_tried' ? 'not tried' : `tried: ${words(found)}`}</div>;
}

const words = (found: string | undefined): string => (found ?? 'unknown').replaceAll('_', ' ');
