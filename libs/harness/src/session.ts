/** Sessions: a run of many turns over one stream. What a driver is told of the turn it drives. */

/** A piece of what was said. Native harnesses read text only. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  /** Bytes kept elsewhere, by their SHA-256 (hex). */
  | { readonly type: 'file'; readonly name: string; readonly media: string; readonly sha256: string }
  | { readonly type: 'data'; readonly media: string; readonly base64: string }
  /** Opaque to us: handed back to the harness exactly as it came. */
  | { readonly type: 'reasoning'; readonly opaque: string };

/** A turn that is over. */
export interface PastTurn {
  readonly inputs: readonly Part[];
  /** null when it ended without one. */
  readonly output: string | null;
  /** null when it completed. */
  readonly errorClass: string | null;
}

export interface SessionTurn {
  /** 1, 2, 3 … Turn n is episode n. */
  readonly turn: number;
  readonly principal: string;
  readonly workspace: string;
  readonly inputs: readonly Part[];
  /** Base64 of bytes that whoever speaks has for the harness alone, exactly as they were given; null for none. */
  readonly config: string | null;
  /** Earlier turns, inherited ones first. */
  readonly history: readonly PastTurn[];
  /** Size of the stream when the turn began. */
  readonly seq: number;
  /** True when the turn's episode is on the record already: it is driven again. */
  readonly begun: boolean;
  /** SHA-256 (hex) of the frames of this turn that are on the record already, in order. */
  readonly told: readonly string[];
  /** Frames of all earlier turns. */
  readonly frames: number;
}

/** The words of the parts, one part a paragraph. */
export function textOfParts(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
