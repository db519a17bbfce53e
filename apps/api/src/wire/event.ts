import { z } from 'zod';
import { plainText } from './text.ts';

const Count = z.int().min(0);
const Seq = z.int().min(1);
const SeqQuery = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Tier = z.enum(['enforced', 'attested', 'unobserved']);

/** Which events are meant; everything given must hold. */
const Filter = {
  tier: z.string().max(64).optional().describe('Tiers, separated by commas.'),
  type: z.string().max(2000).optional().describe('Event types, separated by commas.'),
  call: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().describe('Number of a call.'),
  q: plainText(1, 200)
    .optional()
    .describe('Words that all stand in the bytes of the event; hex digits are also looked for as bytes.'),
};

export const EventsQuery = z.strictObject({
  after: SeqQuery.default(0).describe('Last seq already seen.'),
  upTo: SeqQuery.optional().describe('Last seq wanted.'),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  ...Filter,
});
export type EventsRange = z.output<typeof EventsQuery>;

export const MarksQuery = z.strictObject({
  every: z.coerce.number().int().min(1).max(1000).default(200).describe('Matches from one mark to the next.'),
  ...Filter,
});
export type MarksAsked = z.output<typeof MarksQuery>;
export type FilterAsked = Pick<EventsRange, 'tier' | 'type' | 'call' | 'q'>;

export const EventCounts = z.object({
  size: Count,
  sealed: z.boolean(),
  types: z.array(z.object({ type: z.string(), tier: Tier, count: Count })),
  calls: Count.describe('Different calls that any event names.'),
});

/** With these any page of matching events can be read by its first seq. */
export const EventMarks = z.object({
  size: Count.describe('Events there were when the marks were set.'),
  matches: Count,
  every: z.int(),
  starts: z.array(Seq).describe('Seq of the 1st, the (every + 1)th, the (2 × every + 1)th … match.'),
});

export const CallsQuery = z
  .strictObject({
    after: SeqQuery.default(0).describe('Last call already seen.'),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    from: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('First seq of a stretch.'),
    to: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Last seq of the stretch.'),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    error: 'from and to go together',
  })
  .refine(({ from = 1, to = 1 }) => to >= from && to - from < 1000, {
    path: ['to'],
    error: 'must not be before from, nor 1000 events or more beyond it',
  });
export type CallsAsked = z.output<typeof CallsQuery>;

const Hex32 = z.string().regex(/^[0-9a-f]{64}$/);

/** One call with everything the record says about it. */
export const CallView = z.object({
  call: z.int(),
  action: z.string(),
  scope: z.string(),
  via: z.string(),
  containment: z.string(),
  trust: z.string(),
  start: Seq.nullable().describe('Seq of its start; null when it never began.'),
  end: Seq.nullable(),
  rejected: Seq.nullable(),
  outcome: z.string().nullable().describe('As recorded; null while it runs, or when it is not known.'),
  reason: z.string().nullable().describe('Why it was refused, or the class of its error.'),
  durationUs: Count.nullable(),
  arguments: Hex32.nullable().describe('Commitment.'),
  result: Hex32.nullable().describe('Commitment.'),
  requested: Seq.nullable().describe('Seq at which people were asked.'),
  decisions: z.array(z.object({ seq: Seq, decision: z.string(), principal: z.string(), reason: z.string() })),
  gap: Seq.nullable().describe('Seq of a gap that names it.'),
  reconciled: z
    .object({
      seq: Seq,
      state: z.string(),
      by: z.string(),
      tool: z.string(),
      frames: z.array(z.int()),
      detail: z.string(),
    })
    .nullable()
    .describe("What the harness's own account says of it."),
});

export const CallPage = z.object({ items: z.array(CallView), nextAfter: z.int().nullable() });

const Tokens = z.object({
  times: Count.describe('Answers or episodes that say what they used.'),
  inputTokens: Count,
  outputTokens: Count,
  cachedInputTokens: Count.nullable(),
  reasoningTokens: Count.nullable(),
  sources: z.array(z.string()).describe('measured: by us; reported: by the harness.'),
  costMicros: Count.nullable().describe('By the prices the goal names; null when it names none.'),
});

export const UsageView = z.object({
  model: Tokens.nullable().describe('Over the model answers on the record.'),
  harness: Tokens.nullable().describe("Over the harness's own account of its episodes."),
  prices: z.object({ inputMicrosPerMillion: z.int(), outputMicrosPerMillion: z.int() }).nullable(),
});
