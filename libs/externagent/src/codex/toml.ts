/** Just enough TOML to put values into `--config key=value`. */

/** A basic string. JSON's escapes are TOML's, but for DEL and lone surrogates, which TOML has no place for. */
export function tomlText(value: string): string {
  if (/\p{Surrogate}/u.test(value)) throw new TypeError('TOML cannot hold text that is not well-formed Unicode.');
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

export const tomlArray = (values: readonly string[]): string => `[${values.map(tomlText).join(',')}]`;

/** An inline table; the values are TOML already, the keys plain words. */
export const tomlTable = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')}}`;
