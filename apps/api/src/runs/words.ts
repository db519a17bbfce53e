/**
 * The words of a text as they are indexed and searched: runs of letters and digits in lower case. Made here for both sides,
 * so that what splits a word does not depend on the database's locale.
 */
export function wordsOf(text: string): readonly string[] {
  return (text.toWellFormed().toLowerCase().match(WORD) ?? []).map((word) => word.slice(0, LONGEST).toWellFormed());
}

/** Longer than any word: a lexeme of the database has its bounds. */
const LONGEST = 256;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The same as a tsquery: all words, the last one perhaps not typed to its end. Null where there is no word. */
export function wordsQuery(text: string): string | null {
  const words = wordsOf(text).map((word) => `'${word}'`);
  if (words.length === 0) return null;
  return `${words.join(' & ')}${/[\p{L}\p{M}\p{N}]$/u.test(text.toWellFormed()) ? ':*' : ''}`;
}
