export interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  /** What it is measured against, in the same run on the same Postgres, in the same unit. */
  readonly baseline: number;
  readonly ratio: number;
}

export type Emit = (row: Row) => void;

/** Milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Of the median round, so that one slow fsync does not decide. */
export function perSecond(count: number, milliseconds: readonly number[]): number {
  return (count * 1000) / median(milliseconds);
}

export function rowOf(bench: string, unit: string, value: number, baseline: number): Row {
  return {
    bench,
    value: rounded(value),
    unit,
    baseline: rounded(baseline),
    ratio: Number((value / baseline).toFixed(3)),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(5));
