import type { WordsShown } from '../../live/words-shown.ts';

/** Read out at once at most; more is waiting to be read on the page. */
const MOST_CHARS = 400;
const ENDS = /[.!?:;。！？؟…]["')\]]?\s|\n/g;

/**
 * What is to be read out next of words that are being said: whole sentences behind `told` UTF-16 units, and where they end.
 * Null while no sentence is whole.
 */
export function speech({ pieces, cut }: Pick<WordsShown, 'pieces' | 'cut'>, told: number) {
  const all = pieces.join(' … ');
  const rest = all.slice(Math.max(0, told - cut));
  const end = [...rest.matchAll(ENDS)].at(-1);
  if (end === undefined) return null;
  const whole = rest.slice(0, end.index + end[0].length);
  const upTo = cut + all.length - rest.length + whole.length;
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  return { text: text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)} … and more, on the page.`, upTo };
}
