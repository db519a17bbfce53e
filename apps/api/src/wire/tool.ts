import { z } from 'zod';

/** One action a goal may grant. */
export const ToolView = z.object({
  name: z.string(),
  description: z.string(),
  readOnly: z.boolean(),
  runsPrograms: z.boolean(),
  /** JSON Schema 2020-12 of the arguments. */
  schema: z.record(z.string(), z.unknown()),
});
export const ToolList = z.object({ items: z.array(ToolView) });
