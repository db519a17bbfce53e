import { useCallback, useState } from 'react';
import { useKeys } from '../keys/use-keys.ts';
import type { Rows } from './use-rows.ts';
import type { TimelineUrl } from './use-timeline-url.ts';

/** The event the keyboard is at: j and k move it, Enter opens it, Escape closes what is open. */
export function useCursor(rows: Rows, url: TimelineUrl, firstInSight: number) {
  const { openSeq } = url;
  const [cursor, setCursor] = useState<number | null>(openSeq);
  const current = openSeq ?? cursor;
  const open = useCallback(
    (seq: number): void => {
      setCursor(seq);
      url.open(seq);
    },
    [url],
  );
  const step = (by: 1 | -1): void => {
    const index = current === null ? firstInSight : rows.placeOf(current) + by;
    if (index < 0 || index >= rows.total) return;
    const seq = rows.source?.at(index)?.seq ?? (rows.filtered ? null : index + 1);
    if (seq === null) return;
    if (openSeq === null) setCursor(seq);
    else open(seq);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => {
      if (current !== null) open(current);
    },
    Escape: () => url.close(),
  });
  return { current, open };
}
