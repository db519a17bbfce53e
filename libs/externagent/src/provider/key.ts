/** The key an operator gives a CLI for its provider. */

/** From the first of these variables that is set; null when none is, or when it is no key. */
export function keyFrom(names: readonly string[], env: Readonly<Record<string, string | undefined>>): string | null {
  const key = names.map((name) => env[name]?.trim()).find((value) => value);
  return key !== undefined && isKey(key) ? key : null;
}

/** Whether the operator set any of them, to whatever. */
export const keyIsGiven = (names: readonly string[], env: Readonly<Record<string, string | undefined>>): boolean =>
  names.some((name) => env[name]?.trim());

/** A key becomes an HTTP header. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(key);
