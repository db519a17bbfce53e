import { SamenessCell } from '../table/cells/sameness-cell.tsx';
import classes from './compare.module.css';

interface Props {
  readonly what: string;
  readonly same: boolean | null;
  readonly open: boolean;
  /** Null where there is nothing to look at. */
  readonly toggle: (() => void) | null;
}

/** Whether both have the same bytes, and the way to look at them. */
export function SamenessButton({ what, same, open, toggle }: Props) {
  return (
    <span className={classes.sameness}>
      <SamenessCell same={same} />
      {toggle !== null && (
        <button type="button" className={`${classes.look ?? ''} no-print`} aria-expanded={open} onClick={toggle}>
          {open ? `hide ${what}` : `show ${what}`}
        </button>
      )}
    </span>
  );
}
