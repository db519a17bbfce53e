/** Reading fields of hostile JSON: what is not of the expected kind is as good as absent. */
import { MOST_TOKENS } from '@runseal/harness';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text, or undefined when it is none or empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** As {@link countOf}, of tokens: what nobody could have used is not counted, but made up. */
export const tokensOf = (value: unknown): number | null => {
  const count = countOf(value);
  return count !== null && count <= MOST_TOKENS ? count : null;
};

/** A whole number from 0 to 2^53-1, or null. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
