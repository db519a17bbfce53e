/** Upper bounds of what is told of durations, seconds. What takes longer than the last one is counted beyond them all. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** How many durations lie within each bound and not within the one before; the last count is of those beyond. */
export interface Spread {
  readonly counts: readonly number[];
  /** Seconds, of all together. */
  readonly sum: number;
}

export class Histogram implements Spread {
  readonly counts: number[] = Array<number>(BOUNDS.length + 1).fill(0);
  sum = 0;

  /** One duration, or several within the same bound, each about as long: `sum` is of all together. Seconds. */
  add(seconds: number, times = 1, sum = seconds * times): void {
    const found = BOUNDS.findIndex((bound) => seconds <= bound);
    const at = found === -1 ? BOUNDS.length : found;
    this.counts[at] = this.counts[at]! + times;
    this.sum += sum;
  }

  addAll({ counts, sum }: Spread): void {
    counts.forEach((count, at) => (this.counts[at] = this.counts[at]! + count));
    this.sum += sum;
  }
}
