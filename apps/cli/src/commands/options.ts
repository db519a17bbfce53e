import { InvalidArgumentError } from 'commander';

/** Those that take all that is given; of any other option the last one alone would count. */
const GATHERING = new WeakSet<object>();

/** Whether an option with this parser counts as often as it is given. */
export const gathers = (parse: object | undefined): boolean => parse !== undefined && GATHERING.has(parse);

function gathering<Parse extends object>(parse: Parse): Parse {
  GATHERING.add(parse);
  return parse;
}

/** Gathers an option that may be repeated. */
export const collect = gathering((value: string, before: readonly string[] = []): string[] => [...before, value]);

/** A whole number of at least `least`; anything else is wrong usage. */
export const wholeNumber =
  (least: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(number) || number < least)
      throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
    return number;
  };

/** Gathers whole numbers of an option that may be repeated. */
export const collectNumbers = (least: number) =>
  gathering((value: string, before: readonly number[] = []): number[] => [...before, wholeNumber(least)(value)]);

/** A value that has to be given again, for it is not the usual one. */
export const otherThan = (usual: number | null, value: number): number | undefined =>
  value === usual ? undefined : value;
