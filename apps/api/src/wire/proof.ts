import { z } from 'zod';

/** Inclusion of one event in the sealed record, in the record format's own proof bytes. */
export const ProofView = z.object({
  run: z.string(),
  seq: z.int().min(1),
  /** Base64 of the canonical proof {size, index, canonical, inclusion, checkpoint}. */
  proof: z.string(),
});
