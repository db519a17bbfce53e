import { z } from 'zod';

const Amount = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
export const PoolName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/);

/** A budget that runs share. A limit that is null does not bound. */
export const PoolRequest = z.strictObject({
  workspace: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
    .default('default'),
  pool: PoolName,
  calls: Amount.nullable().default(null),
  tokens: Amount.nullable().default(null),
  costMicros: Amount.nullable().default(null),
});
export type PoolRequest = z.output<typeof PoolRequest>;

const Standing = z.object({ limit: Amount.nullable(), used: Amount, held: Amount });
export const PoolView = z.object({
  workspace: z.string(),
  pool: z.string(),
  calls: Standing,
  tokens: Standing,
  costMicros: Standing,
});
export const PoolList = z.object({ items: z.array(PoolView) });
