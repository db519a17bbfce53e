import { z } from 'zod';

export const ThreadWish = z
  .strictObject({
    keep: z
      .boolean()
      .default(false)
      .describe("Keep the harness's conversation on the record, so that a later run can go on with it."),
    continues: z
      .uuid()
      .optional()
      .describe('A run of the same workspace and harness that kept its conversation: go on with exactly that one.'),
  })
  .describe("The external harness's own conversation. Without it every run begins a new one and leaves none.");
