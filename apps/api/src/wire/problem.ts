import { z } from 'zod';

/** RFC 9457 problem details. `type` is `urn:runseal:problem:<code>`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  instance: z.string().optional(),
  /** Which fields were wrong, and how. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
