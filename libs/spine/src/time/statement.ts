/** What a time token says, once its signature was verified. It says nothing about what the bytes mean. */
export interface TimeStatement {
  /** The signer, as its certificate names it. */
  readonly authority: string;
  /** Unix ms: the bytes existed by then, give or take `accuracyMs`. */
  readonly at: number;
  /** null: the authority states none. */
  readonly accuracyMs: number | null;
  /** The policy of the authority, an object identifier. */
  readonly policy: string;
  /** Hex, as the authority numbers its tokens. */
  readonly serial: string;
  /** Unix ms: end of the signer's certificate. */
  readonly certificateUntil: number;
  /** Whether its certificate led, at that time, to an authority the reader trusts, and is not known to be revoked. */
  readonly trusted: boolean;
  /** What a list the reader brought says of its certificate; null: whether it was revoked was not looked at. */
  readonly revocation: Revocation | null;
}

export interface Revocation {
  /** Unix ms: when the list was made. */
  readonly asOf: number;
  /** Unix ms; null: the list does not name it. */
  readonly revokedAt: number | null;
  /** Whether the reason leaves good what was signed before. */
  readonly earlierGood: boolean;
}

/** Unix ms by which, at the latest, the bytes existed. */
export const latestOf = ({ at, accuracyMs }: TimeStatement): number => at + (accuracyMs ?? 0);
