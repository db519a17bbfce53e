/** Where a tip stands in the window: always at a left edge, then from the top or from the bottom. CSS pixels. */
export type Place = { readonly left: number; readonly width: number } & (
  { readonly top: number; readonly bottom: 'auto' } | { readonly top: 'auto'; readonly bottom: number }
);

const WIDEST = 320;
const EDGE = 8;
/** A tip has at most so many pixels of height; where there are fewer below the word, it stands above. */
const ROOM = 140;

/** Beneath the word and inside of the window; above it where the window ends. */
export function placeOf(
  word: { readonly left: number; readonly top: number; readonly bottom: number },
  page: { readonly width: number; readonly height: number },
): Place {
  const width = Math.min(WIDEST, page.width - 2 * EDGE);
  const left = Math.max(EDGE, Math.min(word.left, page.width - width - EDGE));
  return word.bottom + ROOM > page.height && word.top > ROOM
    ? { left, width, top: 'auto', bottom: page.height - word.top }
    : { left, width, top: word.bottom, bottom: 'auto' };
}
