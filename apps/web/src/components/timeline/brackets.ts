import type { CallSpan } from './call-spans.ts';

/** What a lane draws at a row: `mark` is a step of the call between its start and its end. */
export type Bracket = 'start' | 'through' | 'mark' | 'end' | 'none';

/** Brackets beyond this many lanes are not drawn; the calls table has them all. */
export const MOST_LANES = 4;

export interface Brackets {
  readonly lanes: number;
  /** For a row of the spine: what each lane draws there. */
  readonly at: (seq: number) => readonly Bracket[];
}

/** Where the brackets of the spans run. A span without an end runs on. */
export function bracketsOf(spans: readonly CallSpan[]): Brackets {
  const drawn = spans.filter(({ lane, from, to }) => lane < MOST_LANES && from !== to);
  const lanes = drawn.reduce((most, { lane }) => Math.max(most, lane + 1), 0);
  const at = (seq: number): readonly Bracket[] => {
    const row = Array.from({ length: lanes }, (): Bracket => 'none');
    for (const span of drawn) if (seq >= span.from && seq <= (span.to ?? seq)) row[span.lane] = bracketOf(span, seq);
    return row;
  };
  return { lanes, at };
}

function bracketOf({ call, from, to }: CallSpan, seq: number): Bracket {
  if (seq === from) return 'start';
  if (seq === to) return 'end';
  return seq === call.start || call.decisions.some((decision) => decision.seq === seq) ? 'mark' : 'through';
}
