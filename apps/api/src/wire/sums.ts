import { z } from 'zod';
import { TierCounts } from './run.ts';

const Count = z.int().min(0);

export const SumsQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(366).default(30).describe('How many UTC days back, today among them.'),
});
export type SumsAsked = z.output<typeof SumsQuery>;

const Removed = Count.describe(
  'How many of these runs were removed since: what is summed of them was counted at the seal, and can no longer be checked against their events.',
);

/** Sealed runs summed up as they were counted when each was sealed: by day, by harness, by what could not be seen. */
export const Sums = z.object({
  since: z.iso.date().describe('First UTC day that is summed.'),
  days: z
    .array(z.object({ day: z.iso.date(), runs: Count, removed: Removed, tiers: TierCounts }))
    .describe('UTC days on which runs were submitted that are sealed now.'),
  harnesses: z.array(
    z.object({
      harness: z.string(),
      kind: z.enum(['native', 'external']),
      versions: z.array(z.string()),
      runs: Count,
      removed: Removed,
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
      unverified: Count.describe('Sealed runs that this server never verified and still could.'),
      failing: Count.describe('Runs whose last verification here failed.'),
      most: Count.describe('Counting stops here.'),
    })
    .describe('Over all time.'),
});
