/** One thing that needs eyes: what kind it is, what it is, and where to look. */
export interface Concern {
  readonly key: string;
  /** `loud` is absent protection or a decision people are waited for; `failed` did not end well; `note` is for knowing. */
  readonly kind: 'loud' | 'failed' | 'note';
  readonly label: string;
  readonly sentence: string;
  readonly href: string;
}
