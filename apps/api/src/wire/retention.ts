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
