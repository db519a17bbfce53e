/** One measurement, as `npm run bench` prints it. */
export interface Row {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  /** The same without what is measured, in the same run on the same machine. */
  readonly baseline: number;
  readonly ratio: number;
}

export type Emit = (row: Row) => void;

export const rowOf = (bench: string, unit: string, value: number, baseline: number): Row => ({
  bench,
  value,
  unit,
  baseline,
  ratio: value / baseline,
});

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
