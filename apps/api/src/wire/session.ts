import { z } from 'zod';

export const SessionRequest = z.strictObject({
  key: z.string().min(1).max(256).describe('An API key, rsk_….'),
});
export type Login = z.output<typeof SessionRequest>;

/** Who is asking, as the server sees it. */
export const PrincipalView = z.object({
  principal: z.string(),
  name: z.string(),
  /** Tenants it may see; null means all of them. */
  workspaces: z.array(z.string()).nullable(),
  via: z.enum(['key', 'session']),
  /** When the session ends; null for a key. */
  expiresAt: z.iso.datetime().nullable(),
});
