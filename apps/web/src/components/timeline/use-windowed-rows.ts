import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { ScrollMap } from './scroll-map.ts';

/** Rows drawn beyond the edges of the screen. */
const BEYOND = 20;

export interface WindowedRow {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
}

export interface WindowedRows {
  /** Pixels. */
  readonly height: number;
  readonly rows: readonly WindowedRow[];
  /** Scrolls only as far as needed; a row in sight stays where it is. */
  readonly bringIntoSight: (index: number) => void;
}

interface Seen {
  readonly first: number;
  readonly last: number;
  readonly offset: number;
}

/**
 * Which of `total` rows of equal height are in sight of the window, however many there are. `covered` is the share of the
 * window, from below, that something lies over.
 */
export function useWindowedRows(
  list: RefObject<HTMLElement | null>,
  total: number,
  rowPx: number,
  covered: number,
): WindowedRows {
  const map = useRef<ScrollMap | null>(null);
  const [seen, setSeen] = useState<Seen>({ first: 0, last: -1, offset: 0 });
  const top = useCallback(() => (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY, [list]);

  const look = useCallback((): void => {
    const current = map.current;
    if (current === null) return;
    const corrected = current.scrolled(window.scrollY - top());
    if (corrected !== null) window.scrollTo({ top: top() + corrected, behavior: 'instant' });
    const place = window.scrollY - top() + current.offset;
    const first = Math.max(0, Math.floor(place / rowPx) - BEYOND);
    const last = Math.min(total - 1, Math.ceil((place + window.innerHeight) / rowPx) + BEYOND);
    const next = { first, last, offset: current.offset };
    setSeen((before) =>
      before.first === next.first && before.last === next.last && before.offset === next.offset ? before : next,
    );
  }, [rowPx, top, total]);

  useLayoutEffect(() => {
    const before = map.current;
    map.current = new ScrollMap(total * rowPx, window.innerHeight);
    const kept = before === null ? null : map.current.follow(before);
    if (kept !== null) window.scrollTo({ top: top() + kept, behavior: 'instant' });
    look();
  }, [total, rowPx, look, top]);

  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    const moved = new ResizeObserver(look);
    moved.observe(document.body);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
      moved.disconnect();
    };
  }, [look]);

  const bringIntoSight = useCallback(
    (index: number): void => {
      const current = map.current;
      if (current === null) return;
      const place = window.scrollY - top() + current.offset;
      const open = window.innerHeight * (1 - covered);
      // What the page keeps free at its top lies under the bar there.
      const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const [above, below] = [index * rowPx - Math.max(rowPx, bar), (index + 2) * rowPx - open];
      if (place <= above && place >= below) return;
      const near = Math.abs(index * rowPx - place) < window.innerHeight * 2;
      const target = near ? (place > above ? above : below) : index * rowPx - open / 3;
      window.scrollTo({ top: top() + current.goTo(Math.max(0, target)), behavior: 'instant' });
      look();
    },
    [look, rowPx, top, covered],
  );

  const rows = useMemo(
    () =>
      Array.from({ length: Math.max(0, Math.min(seen.last, total - 1) - seen.first + 1) }, (_, n) => ({
        index: seen.first + n,
        top: (seen.first + n) * rowPx - seen.offset,
      })),
    [seen, rowPx, total],
  );
  return { height: Math.min(total * rowPx, new ScrollMap(total * rowPx, 0).height), rows, bringIntoSight };
}
