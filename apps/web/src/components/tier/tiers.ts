/** The three tiers, strongest first, with the words people read. */
export const TIERS = ['enforced', 'attested', 'unobserved'] as const;
export type Tier = (typeof TIERS)[number];

export const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text);

interface TierWords {
  readonly one: string;
  readonly many: string;
  readonly meaning: string;
}

export const TIER_WORDS: Readonly<Record<Tier, TierWords>> = {
  enforced: {
    one: 'enforced',
    many: 'enforced',
    meaning: 'Went through our waist: admitted, contained and recorded before it took effect.',
  },
  attested: {
    one: 'attested',
    many: 'attested',
    meaning: 'The harness says so. We kept its words; we did not see the act.',
  },
  unobserved: {
    one: 'gap',
    many: 'gaps',
    meaning: 'A declared gap: something here could not be seen, or was lost.',
  },
};

/** "1 gap", "3 gaps", "14 enforced". */
export function tierCount(tier: Tier, count: number): string {
  const words = TIER_WORDS[tier];
  return `${count.toLocaleString('en')} ${count === 1 ? words.one : words.many}`;
}
