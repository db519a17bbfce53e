/**
 * Characters that change how a text looks without being seen: what controls, what turns its direction around, what has no
 * width. Line ends and tabs are seen by what they do; the joiners of scripts and emoji and the number signs of Arabic
 * belong to words.
 */
const HIDDEN = /(?![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d]|\r\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export interface Piece {
  readonly text: string;
  /** "U+202E" for a character that is not seen by itself; null for all other text. */
  readonly code: string | null;
}

/** A text in pieces, each hidden character one of its own. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN)) {
    if (index > from) pieces.push({ text: text.slice(from, index), code: null });
    pieces.push({ text: hidden, code: codeOf(hidden) });
    from = index + hidden.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), code: null });
  return pieces;
}

const codeOf = (char: string): string => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
