import { z } from 'zod';

export const SliceQuery = z.strictObject({
  events: z.string().min(1).max(20_000).describe('Seqs and ranges of them, e.g. "3,7,10-12"; at most 10,000 events.'),
});
export type SliceAsked = z.output<typeof SliceQuery>;
