import { z } from 'zod';
import { plainText } from './text.ts';

/** Which remote harnesses there are. Changed at the operator's listener alone; the API only shows them. */
const Name = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a DNS label: a-z, 0-9 and -, at most 63');

export const RegisterRequest = z.strictObject({
  name: Name,
  address: plainText(1, 300).describe('tcp://127.0.0.1:PORT on this machine, or tls://HOST:PORT.'),
});
export type RegisterRequest = z.output<typeof RegisterRequest>;

export const RetireRequest = z.strictObject({ reason: plainText(1, 1000) });
export type RetireRequest = z.output<typeof RetireRequest>;

export const RemoteTool = z.object({
  name: z.string(),
  mediation: z.enum(['in_harness_reported', 'controller_mediated', 'requires_approval']),
});

export const RemoteHarnessView = z.object({
  name: z.string(),
  harness: z.string().describe('What a session calls it: remote:NAME.'),
  address: z.string(),
  source: z.enum(['static', 'registered']),
  state: z.enum(['active', 'retired']),
  digest: z.string().nullable().describe('SHA-256 of its specification, hex; null for one given at start-up.'),
  tools: z.array(RemoteTool).nullable().describe('As it said when it was registered; null for one given at start-up.'),
  registeredBy: z.string().nullable(),
  registeredAt: z.iso.datetime().nullable(),
  retiredBy: z.string().nullable(),
  retiredAt: z.iso.datetime().nullable(),
  retireReason: z.string().nullable(),
  observed: z
    .object({ reachable: z.boolean(), same: z.boolean(), servable: z.boolean(), detail: z.string() })
    .nullable()
    .describe('What it says now; only when asked for.'),
});

export const RegisterDone = z.object({
  result: z.enum(['created', 'unchanged', 'reactivated']),
  harness: RemoteHarnessView,
});
export const RemoteHarnessPage = z.object({ items: z.array(RemoteHarnessView), nextCursor: z.string().nullable() });

const MOST = 500;
export const RemotesQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .default(50)
    .transform((limit) => Math.min(Math.max(limit, 1), MOST)),
  cursor: Name.optional().describe('nextCursor of the page before.'),
  retired: z.enum(['true', 'false']).default('false').describe('Retired ones as well.'),
});
export type RemotesFilter = z.output<typeof RemotesQuery>;

export const RemoteParam = z.object({ name: z.string().max(63) });
export type RemoteName = z.output<typeof RemoteParam>;
export const RemoteQuery = z.strictObject({ observe: z.enum(['true', 'false']).default('false') });
export type RemoteLook = z.output<typeof RemoteQuery>;
