import { useState } from 'react';

interface Calm<Row> {
  readonly shown: readonly Row[];
  /** Rows that came on top since the list was opened; they wait to be asked for. */
  readonly newer: number;
  readonly showNewer: () => void;
}

/**
 * Rows, newest first, that do not move beneath the pointer: what comes on top of them waits. Each `list` (a filter) begins
 * anew. Rows that end or leave the list do so at once.
 */
export function useCalmRows<Row extends { readonly run: string }>(rows: readonly Row[], list: string): Calm<Row> {
  const [held, hold] = useState<{ readonly list: string; readonly first: string } | null>(null);
  const first = rows[0]?.run;
  const showNewer = (): void => hold(first === undefined ? null : { list, first });
  if (first !== undefined && held?.list !== list) showNewer();
  const newer =
    held?.list === list
      ? Math.max(
          0,
          rows.findIndex(({ run }) => run === held.first),
        )
      : 0;
  return { shown: rows.slice(newer), newer, showNewer };
}
