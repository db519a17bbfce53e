import { z } from 'zod';
import { TierCounts } from './run.ts';

const Count = z.int().min(0);

export const SumsQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(366).default(30).describe('How many UTC days back, today among them.'),
});
export type SumsAsked = z.output<typeof SumsQuery>;

/** Sealed runs summed up: by day, by harness, by what could not be seen. */
export const Sums = z.object({
  since: z.iso.date().describe('First UTC day that is summed.'),
  days: z
    .array(z.object({ day: z.iso.date(), runs: Count, tiers: TierCounts }))
    .describe('UTC days on which runs were submitted that are sealed now.'),
  harnesses: z.array(
    z.object({
      harness: z.string(),
      kind: z.enum(['native', 'external']),
      versions: z.array(z.string()),
      runs: Count,
      failed: Count,
      halted: Count,
      tiers: TierCounts,
      nativeCalls: Count.describe('What the harness says it did past the waist.'),
      drifted: Count.describe('Runs that did not behave as the enforcement profile says.'),
      gaps: z
        .array(z.object({ surface: z.string(), runs: Count, gaps: Count }))
        .describe('Runs with a gap about the surface, and gap events.'),
    }),
  ),
  attention: z
    .object({
      unsealed: Count.describe('Runs that ended without a seal.'),
      unverified: Count.describe('Sealed runs that this server never verified.'),
      failing: Count.describe('Runs whose last verification here failed.'),
      most: Count.describe('Counting stops here.'),
    })
    .describe('Over all time.'),
});
