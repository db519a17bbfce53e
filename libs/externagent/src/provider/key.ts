/** The key an operator gives a CLI for its provider. */
import { isKey } from '@runseal/harness';

/** From the first of these variables that is set; null when none is, or when it is no key. */
export function keyFrom(names: readonly string[], env: Readonly<Record<string, string | undefined>>): string | null {
  const key = names.map((name) => env[name]?.trim()).find((value) => value);
  return key !== undefined && isKey(key) ? key : null;
}

/** Whether the operator set any of them, to whatever. */
export const keyIsGiven = (names: readonly string[], env: Readonly<Record<string, string | undefined>>): boolean =>
  names.some((name) => env[name]?.trim());

/** What to do where {@link keyFrom} has none. */
export const keyNeeded = (cli: string, [first, second]: readonly [string, string]): string =>
  `${cli} has no usable key: set ${first} (or ${second}) to an API key of plain characters, without spaces.`;
