import { InvalidArgumentError } from 'commander';

/** Gathers an option that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** A whole number of at least `least`; anything else is wrong usage. */
export const wholeNumber =
  (least: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`expected a whole number of at least ${least}.`);
    return number;
  };

/** Gathers whole numbers of an option that may be repeated. */
export const collectNumbers =
  (least: number) =>
  (value: string, before: readonly number[] = []): number[] => [...before, wholeNumber(least)(value)];
