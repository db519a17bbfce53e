import { z } from 'zod';

const Many = z.int().min(1).max(1_000_000_000_000);

/** Limits that halt a run. The action that crosses one is itself refused. On by default: repeats, errorRate, noProgress. */
export const Brakes = z.strictObject({
  actions: z
    .strictObject({ count: z.int().min(1).max(100_000), windowMs: z.int().min(100).max(86_400_000) })
    .optional()
    .describe('At most so many actions in any window of this length. Off unless given.'),
  repeats: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .default(50)
    .describe('How often the same action may be asked for with the same arguments; null is off.'),
  errorRate: z
    .strictObject({ percent: z.int().min(1).max(100), minSamples: z.int().min(5).max(100_000).default(5) })
    .nullable()
    .default({ percent: 95, minSamples: 20 })
    .describe('Share of calls that failed or were refused at which the run stops; null is off.'),
  noProgress: z
    .int()
    .min(2)
    .max(100_000)
    .nullable()
    .default(100)
    .describe('Calls in a row that bring nothing new (failed, refused, or the same answer again); null is off.'),
  wallTimeMs: z.int().min(100).max(86_400_000).optional().describe('Time the run may take, without time spent parked.'),
  tokens: Many.optional().describe('Older name of limits.maxTokens.'),
  cost: z
    .strictObject({
      limitMicros: Many,
      inputMicrosPerMillion: z.int().min(0).max(1_000_000_000_000),
      outputMicrosPerMillion: z.int().min(0).max(1_000_000_000_000),
    })
    .optional()
    .describe('Millionths of a currency unit, by the prices given here, since no price list is the truth.'),
});
export type Brakes = z.output<typeof Brakes>;
