import { useMemo } from 'react';
import { MOST_SHOWN_BYTES, useContent } from '../../api/use-content.ts';
import { byteCount } from '../../words/count.ts';
import { fileDiff } from '../approval/diff-lines.ts';
import { DiffView } from '../approval/diff-view.tsx';
import { readable } from '../peek/readable.ts';
import classes from './compare.module.css';

interface SideOf {
  readonly run: string;
  /** Null where that side has none. */
  readonly commitment: string | null;
}

interface Props {
  readonly what: string;
  readonly left: SideOf;
  readonly right: SideOf;
}

/** Two contents line by line: minus is on the left only, plus on the right only. */
export function ContentDifference({ what, left, right }: Props) {
  const sides = {
    left: useContent(left.run, left.commitment ?? '', left.commitment !== null),
    right: useContent(right.run, right.commitment ?? '', right.commitment !== null),
  };
  const texts = {
    left: sides.left.data === undefined ? '' : readable(sides.left.data.text, sides.left.data.media),
    right: sides.right.data === undefined ? '' : readable(sides.right.data.text, sides.right.data.media),
  };
  const lines = useMemo(() => fileDiff(texts.left, texts.right), [texts.left, texts.right]);
  const failed = sides.left.error ?? sides.right.error;
  if (failed !== null) return <p className={classes.missing}>{failed.message}</p>;
  if ((left.commitment !== null && sides.left.isPending) || (right.commitment !== null && sides.right.isPending))
    return <p className={classes.dim}>Fetching …</p>;
  const cut = [sides.left, sides.right].some(({ data }) => (data?.bytes.byteLength ?? 0) > MOST_SHOWN_BYTES);
  return (
    <div className={classes.difference}>
      <p className={classes.dim}>
        {what}: <span aria-hidden>−</span> left only, <span aria-hidden>+</span> right only
        {cut && `; of each the first ${byteCount(MOST_SHOWN_BYTES)}`}
      </p>
      {lines === null ? (
        <p>The two have too little in common to lay side by side.</p>
      ) : texts.left === texts.right ? (
        <pre className={classes.same}>{texts.left}</pre>
      ) : (
        <DiffView lines={lines} label={`How the ${what} differ`} />
      )}
    </div>
  );
}
