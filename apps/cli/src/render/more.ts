import type { Block } from './screen.ts';

/** The command that shows the next page of the same list: what narrowed it narrows that, too. */
export function moreBlocks(
  command: string,
  given: Readonly<Record<string, string | number | undefined>>,
  next: string,
): Block[] {
  const options = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(String(value))}`],
  );
  return [[], [`More: ${['runseal', command, ...options, next].join(' ')}`]];
}

/** As a shell takes it. */
const quoted = (value: string): string =>
  /^[\w:.,@%+=/-]+$/u.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
