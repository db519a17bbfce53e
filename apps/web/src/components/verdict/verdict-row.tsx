import { VerdictCell, type VerdictShown } from './verdict-cell.tsx';
import { VERDICTS, VERDICT_WORDS } from './verdicts.ts';
import classes from './verdict.module.css';

interface Props {
  /** What a verification in this browser found; null before one ran. */
  readonly verdicts: readonly VerdictShown[] | null;
  readonly checking: boolean;
  /** Why nothing can be checked at all, where that is so: "no seal yet". */
  readonly unable?: string | null;
  readonly seqHref?: (seq: number) => string;
}

/** Six verdicts side by side, never merged into one. Nothing is green here that was not checked here. */
export function VerdictRow({ verdicts, checking, unable = null, seqHref }: Props) {
  const shown = verdicts ?? VERDICTS.map((name) => unchecked(name, checking, unable));
  return (
    <div className={classes.frame}>
      <ul className={classes.row} aria-label="Verdicts">
        {shown.map((verdict) => (
          <VerdictCell key={verdict.name} verdict={verdict} seqHref={seqHref} />
        ))}
      </ul>
    </div>
  );
}

function unchecked(name: (typeof VERDICTS)[number], checking: boolean, unable: string | null): VerdictShown {
  return {
    name,
    state: checking ? 'checking' : 'unchecked',
    code: null,
    sentence: VERDICT_WORDS[name].question,
    firstBadSeq: null,
    ...(unable === null ? {} : { words: unable }),
  };
}
