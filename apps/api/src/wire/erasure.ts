import { z } from 'zod';
import { plainText } from './text.ts';

const Commitment = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits, lower case');
const Seqs = z.array(z.int().min(1)).min(1).max(1000);
const Commitments = z.array(Commitment).min(1).max(1000);

/** Whom the content is about: a word of yours, such as a customer number. Better not a name. */
export const Subject = plainText(1, 200);

/** Why, and on which legal ground: both stand in the ledger for ever, so they should hold no personal data. */
const Why = { reason: plainText(1, 1000), legalBasis: plainText(1, 500) };

export const ErasureRequest = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('run'), ...Why }),
  z.strictObject({ scope: z.literal('events'), seqs: Seqs, ...Why }),
  z.strictObject({ scope: z.literal('commitments'), commitments: Commitments, ...Why }),
  z.strictObject({ scope: z.literal('subject'), subject: Subject, ...Why }),
]);
export type ErasureAsked = z.output<typeof ErasureRequest>;

export const ErasureDone = z.object({
  run: z.string(),
  erased: z.int().min(0).describe('Contents erased now; what was erased before, or is not there, does not count.'),
});

/** What is left of an erased content. */
export const TombstoneView = z.object({
  commitment: Commitment,
  media: z.string(),
  bytes: z.int().min(0),
  by: z.string(),
  reason: z.string(),
  legalBasis: z.string(),
  at: z.iso.datetime(),
});
export const ErasureList = z.object({ items: z.array(TombstoneView) });

export const TagRequest = z
  .strictObject({ subject: Subject, seqs: Seqs.optional(), commitments: Commitments.optional() })
  .refine(({ seqs, commitments }) => seqs !== undefined || commitments !== undefined, 'name seqs or commitments');
export type TagAsked = z.output<typeof TagRequest>;
export const SubjectQuery = z.strictObject({ subject: Subject });
export type SubjectAsked = z.output<typeof SubjectQuery>;
export const SubjectRuns = z.object({
  items: z.array(z.object({ run: z.string(), workspace: z.string(), contents: z.int() })),
});

export const TagDone = z.object({ run: z.string(), tagged: z.int().min(0) });
