export interface Finding {
  readonly code:
    | 'runseal.event_mismatch'
    | 'runseal.event_missing'
    | 'runseal.event_beyond_head'
    | 'runseal.head_mismatch'
    | 'runseal.subtree_mismatch'
    | 'runseal.content_mismatch';
  /** The event it is about; null for the head, a subtree or a content. */
  readonly seq: number | null;
  /** The column that differs; null where a whole row is missing or too many. */
  readonly column: string | null;
  readonly sentence: string;
}

export interface Audit {
  readonly run: string;
  readonly state: 'open' | 'sealed';
  /** Two people had its events and content removed: there is nothing left to hold against the bytes. */
  readonly pruned: boolean;
  /** How many events were read. */
  readonly events: number;
  /** How many contents were read; erased ones have nothing left to check. */
  readonly contents: number;
  /** In the order of the run, at most 100; empty when all is as the bytes say. */
  readonly findings: readonly Finding[];
  /** How many there are in all. */
  readonly found: number;
}
