import { Fragment, useLayoutEffect, useRef } from 'react';
import type { WordsShown } from '../../live/words-shown.ts';
import { Said } from '../said/said.tsx';
import { EventLink } from './event-link.tsx';
import classes from './turns.module.css';

interface Props {
  readonly words: WordsShown;
  /** Whether the stream is there; without it words may be missed. */
  readonly connected: boolean;
  readonly openEvent: (seq: number) => void;
}

/** Pixels from the end within which a reader follows what is said. */
const AT_END_PX = 24;

/** Words while they are said. They stand apart from all that is recorded, and say so. */
export function LiveWords({ words, connected, openEvent }: Props) {
  const { pieces, missedBefore, cut, recorded } = words;
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const { current } = box;
    // Who scrolled back to read is left there.
    if (current !== null && follows.current) current.scrollTop = current.scrollHeight;
  }, [pieces]);
  return (
    <div className={classes.live} data-words={recorded === null ? 'said' : 'recorded'}>
      {recorded === null ? (
        <p className={classes.mark}>
          <strong>Not on the record yet.</strong> Shown as it is said; what is recorded takes its place.
        </p>
      ) : (
        <p className={classes.mark}>
          <strong>
            Recorded as <EventLink seq={recorded} open={openEvent} />.
          </strong>{' '}
          What stands here was heard before that, and is replaced.
        </p>
      )}
      <div
        ref={box}
        className={classes.text}
        tabIndex={0}
        role="group"
        aria-label={
          recorded === null ? 'Words that are not on the record yet' : 'Words that were heard before they were recorded'
        }
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
        }}
      >
        {(missedBefore || cut > 0) && <p className={classes.missed}>{missingBefore(cut)}</p>}
        {pieces.map((piece, n) => (
          <Fragment key={n}>
            {n > 0 && <span className={classes.missed}> [some words were not heard here] </span>}
            <Said text={piece} />
          </Fragment>
        ))}
      </div>
      {!connected && <p className={classes.lost}>Connection lost: what is said meanwhile is not heard here.</p>}
    </div>
  );
}

const missingBefore = (cut: number): string =>
  cut === 0
    ? '[The beginning was not heard here; the record will have all of it.]'
    : `[${cut.toLocaleString('en')} characters before this are not held here; the record will have all of it.]`;
