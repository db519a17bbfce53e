import { z } from 'zod';
import { plainText } from './text.ts';

export const ReasonRequest = z.strictObject({ reason: plainText(1, 1000) });
export type ReasonGiven = z.output<typeof ReasonRequest>;

export const HoldView = z.object({
  id: z.string(),
  placedBy: z.string(),
  reason: z.string(),
  placedAt: z.iso.datetime(),
  liftedBy: z.string().nullable(),
  liftReason: z.string().nullable(),
  liftedAt: z.iso.datetime().nullable(),
});
export const HoldList = z.object({ held: z.boolean(), items: z.array(HoldView) });

export const PruneRequest = z.strictObject({ reason: plainText(1, 600), legalBasis: plainText(1, 200) });
export type PruneAsked = z.output<typeof PruneRequest>;

/** A request to remove a whole run for ever; done once somebody else agreed. */
export const PruneView = z.object({
  run: z.string(),
  requestedBy: z.string(),
  reason: z.string(),
  legalBasis: z.string(),
  requestedAt: z.iso.datetime(),
  confirmedBy: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
});

export const RetentionRequest = z.strictObject({
  workspace: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  days: z.int().min(1).max(36_500).nullable().describe('Days after the seal; null keeps content without limit.'),
  reason: plainText(1, 900),
});
export type RetentionAsked = z.output<typeof RetentionRequest>;

export const RetentionView = z.object({
  workspace: z.string(),
  days: z.int(),
  setBy: z.string(),
  reason: z.string(),
  setAt: z.iso.datetime(),
});
export const RetentionList = z.object({ items: z.array(RetentionView) });

export const RetentionPreviewQuery = z.strictObject({
  workspace: z.string().max(63),
  days: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe('Days after the seal; without them those of the policy that is set.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(64).optional().describe('nextCursor of the page before.'),
});
export type RetentionPreviewAsked = z.output<typeof RetentionPreviewQuery>;

const Count = z.int().min(0);
const ContentSum = z.object({ runs: Count, contents: Count, bytes: Count });

/** What a policy would do to the content of a workspace, or does: nothing is set or erased by looking. */
export const RetentionPreview = z.object({
  workspace: z.string(),
  days: z.int(),
  policyDays: z.int().nullable().describe('Of the policy that is set; null: none is.'),
  due: ContentSum.describe('Old enough: gone within minutes, once such a policy is set.'),
  held: ContentSum.describe('Old enough, and kept while a legal hold stands.'),
  later: ContentSum.describe('Not old enough yet.'),
  nextAt: z.iso.datetime().nullable().describe('When the next of those becomes old enough.'),
  items: z
    .array(
      z.object({
        run: z.string(),
        sealedAt: z.iso.datetime(),
        dueAt: z.iso.datetime().describe('When it is old enough.'),
        due: z.boolean(),
        contents: Count,
        bytes: Count,
        hold: z
          .object({ placedBy: z.string(), reason: z.string(), placedAt: z.iso.datetime() })
          .nullable()
          .describe('While it stands, nothing of the run is erased.'),
      }),
    )
    .describe(
      'Sealed runs with content that is left, those sealed longest ago first. One that is not sealed is never due.',
    ),
  nextCursor: z.string().nullable(),
});
