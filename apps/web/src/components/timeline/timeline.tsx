'use client';

import { useEffect, useRef, type CSSProperties } from 'react';
import { useMedia } from '../../browser/use-media.ts';
import type { Brackets } from './brackets.ts';
import { TimelineRow } from './timeline-row.tsx';
import type { Rows } from './use-rows.ts';
import { usePrinting } from '../state/use-printing.ts';
import { useWindowedRows } from './use-windowed-rows.ts';
import classes from './timeline.module.css';

const ROW_PX = 32;
const PHONE_ROW_PX = 52;
/** Rows that scroll past faster than this are not asked for, ms. */
const SETTLED_MS = 40;
/** Share of a phone's screen that the peek panel covers. */
const PEEK_SHARE = 0.72;
/** Most rows on paper; the record itself has them all. */
export const MOST_PRINTED = 1_000;

interface Props {
  readonly run: string;
  readonly rows: Rows;
  readonly brackets: Brackets;
  readonly currentSeq: number | null;
  readonly openSeq: number | null;
  readonly badSeq: number | null;
  readonly onOpen: (seq: number) => void;
  /** Rows in sight, from the first to the last, once the page stands still. */
  readonly onSight: (first: number, last: number) => void;
}

/** The spine of a run. Only the rows in sight are in the page, so a long run scrolls like a short one. */
export function Timeline({ run, rows, brackets, currentSeq, openSeq, badSeq, onOpen, onSight }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const phone = useMedia('(max-width: 760px)', false);
  const rowPx = phone ? PHONE_ROW_PX : ROW_PX;
  const printing = usePrinting();
  const sight = useWindowedRows(list, rows.total, rowPx, phone && openSeq !== null ? PEEK_SHARE : 0);
  const first = sight.rows[0]?.index ?? 0;
  const last = sight.rows.at(-1)?.index ?? -1;
  const { source } = rows;
  useEffect(() => {
    const look = (): void => {
      source?.want(first, last);
      onSight(first, last);
    };
    // What is here already needs no waiting, and neither does the first look.
    const timer = setTimeout(look, source?.at(first) === undefined && first > 0 ? SETTLED_MS : 0);
    return () => clearTimeout(timer);
  }, [source, first, last, rows.total, onSight]);
  useShown(currentSeq, rows, sight.bringIntoSight);
  const shown = printing
    ? Array.from({ length: Math.min(rows.total, MOST_PRINTED) }, (_, index) => ({ index, top: 0 }))
    : sight.rows;
  return (
    <div className={classes.frame}>
      <ol
        ref={list}
        className={classes.timeline}
        style={{ height: sight.height, ...seqWidth(rows.total) }}
        aria-label="Events"
        data-lanes={brackets.lanes}
      >
        {shown.map(({ index, top }) => {
          const event = source?.at(index);
          return (
            <li
              key={index}
              className={classes.item}
              style={{ height: rowPx, transform: `translateY(${String(top)}px)` }}
              aria-setsize={rows.total}
              aria-posinset={index + 1}
            >
              {event === undefined ? (
                <span className={classes.awaited}>{rows.filtered ? '' : index + 1}</span>
              ) : (
                <TimelineRow
                  run={run}
                  event={event}
                  brackets={brackets.at(event.seq)}
                  current={event.seq === currentSeq}
                  open={event.seq === openSeq}
                  bad={event.seq === badSeq}
                  onOpen={onOpen}
                />
              )}
            </li>
          );
        })}
      </ol>
      {rows.total > MOST_PRINTED && (
        <p className={classes.cut}>
          The first {MOST_PRINTED.toLocaleString('en')} of {rows.total.toLocaleString('en')} events are printed. The
          exported record holds them all.
        </p>
      )}
    </div>
  );
}

/** Room for the longest number, the same in every row. */
const seqWidth = (total: number): CSSProperties & Record<'--seq-width', string> => ({
  '--seq-width': `${String(Math.max(5, String(total).length + 2))}ch`,
});

/** Brings the current event into sight when it changes, and only then: live events do not move the page. */
function useShown(seq: number | null, rows: Rows, bringIntoSight: (index: number) => void): void {
  const shown = useRef<number | null>(null);
  const { source, total, version, placeOf } = rows;
  useEffect(() => {
    if (seq === null || seq === shown.current || total === 0) return;
    const index = placeOf(seq);
    if (index >= total) return;
    bringIntoSight(index);
    // Where only some events match, the place is exact once its page is here.
    if (source?.at(index) !== undefined) shown.current = seq;
  }, [seq, source, total, version, placeOf, bringIntoSight]);
}
