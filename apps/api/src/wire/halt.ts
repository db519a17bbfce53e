import { z } from 'zod';
import { plainText } from './text.ts';

export const HaltScope = z
  .string()
  .regex(/^(global|workspace:[a-z0-9][a-z0-9-]{0,62})$/, 'must be "global" or "workspace:NAME"');

export const HaltOrderRequest = z.strictObject({ scope: HaltScope, reason: plainText(1, 1000) });
export type HaltOrderRequest = z.output<typeof HaltOrderRequest>;

export const HaltOrderQuery = z.strictObject({ scope: HaltScope });
export type HaltOrderScope = z.output<typeof HaltOrderQuery>;

/** While it stands nothing runs in its scope and no goal is taken. */
export const HaltOrderView = z.object({
  order: z.string(),
  scope: z.string(),
  reason: z.string(),
  by: z.string(),
  placedAt: z.iso.datetime(),
  liftedBy: z.string().nullable(),
  liftedAt: z.iso.datetime().nullable(),
});
export const HaltOrderList = z.object({ items: z.array(HaltOrderView) });
export const HaltOrderPlaced = HaltOrderView.extend({
  halted: z.int().describe('Runs that were told to stop.'),
  replayed: z.boolean().describe('An order stood already; its reason is kept.'),
});
