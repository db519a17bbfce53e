/**
 * Text as it is safe to show: what would be obeyed (controls, directions) and what nobody would see (marks without a form) is
 * written out as `\u{…}`. Two names that look the same would otherwise be taken for one. Joiners and variation selectors stay
 * where a script or an emoji needs them: between characters that are not ASCII.
 */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, (mark, at: number, whole: string) =>
    isNeeded(mark, whole[at - 1], whole[at + 1]) ? mark : `\\u{${mark.codePointAt(0)!.toString(16)}}`,
  );
}

const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;
const JOINER = /^[\u200c\u200d]$/u;
const SELECTOR = /^[\ufe00-\ufe0f]$/u;
const KEYCAP = '\u20e3';

function isNeeded(mark: string, before: string | undefined, after: string | undefined): boolean {
  if (JOINER.test(mark)) return isSeen(before) && isSeen(after);
  return SELECTOR.test(mark) && (after === KEYCAP || isSeen(before));
}

/** No ASCII, and no such mark itself; a variation selector may stand before a joiner. */
const isSeen = (unit: string | undefined): boolean =>
  unit !== undefined && unit > '\u007f' && !/[\p{Cc}\u00ad\u200b-\u200f\u2060-\u206f\ufeff]/u.test(unit);
