import { z } from 'zod';

const Count = z.int().min(0);
const Hex = z.string().regex(/^[0-9a-f]*$/);

/** A party that cosigns heads of the ledger, as far as this server's policy names it. */
export const WitnessView = z.object({
  name: z.string(),
  vkey: z.string(),
  url: z.string().nullable(),
  /** Largest head it cosigned; 0 when none. */
  size: Count,
  current: z.boolean().describe('It cosigned the newest head.'),
});

export const LedgerHeadView = z.object({
  size: Count,
  root: Hex,
  signedAt: z.iso.datetime(),
  cosignatures: z.array(z.object({ name: z.string(), keyId: z.string(), at: z.iso.datetime() })),
});

export const LedgerView = z.object({
  /** Name of the log and of its key. */
  origin: z.string(),
  vkey: z.string().describe('Verifier key of the log (C2SP signed note).'),
  head: LedgerHeadView.nullable(),
  quorum: z.string().nullable().describe('How many witnesses must sign, in words; null without a policy.'),
  witnesses: z.array(WitnessView),
  lag: z.object({ pending: Count, since: z.iso.datetime().nullable() }).describe('What waits to be written.'),
});

/** One entry, decoded for reading. The bytes that count are `entry`. */
export const LedgerEntryView = z.object({
  index: Count,
  kind: z.string(),
  subject: z.string(),
  workspace: z.string(),
  fields: z.record(z.string(), z.unknown()).describe('As in EventView: bytes as {"$hex"}, large integers as {"$int"}.'),
  leaf: Hex,
  entry: z.string().describe('Base64 of the exact bytes.'),
});

export const LedgerPage = z.object({ items: z.array(LedgerEntryView), size: Count, nextAfter: Count.nullable() });

export const UnsealedView = z.object({
  run: z.string(),
  workspace: z.string(),
  index: Count,
  state: z.enum(['open', 'missing']),
  going: z
    .boolean()
    .describe('The run has not ended yet: it rightly has no seal. A session that is open is such a run.'),
});
export const UnsealedPage = z.object({ items: z.array(UnsealedView), nextAfter: Count.nullable() });

export const ConsistencyView = z.object({
  from: Count,
  to: Count,
  proof: z.array(z.string()).describe('RFC 9162 consistency proof, base64, 32 bytes each.'),
});

const Size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const LedgerQuery = z.strictObject({
  after: Size.default(0).describe('How many entries of the log to pass over.'),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});
export type LedgerRange = z.output<typeof LedgerQuery>;

export const ConsistencyQuery = z.strictObject({ from: Size, to: Size });
export type Sizes = z.output<typeof ConsistencyQuery>;

export const TileParam = z.object({ level: z.string().max(2), '*': z.string().max(120) });
export type TileName = z.output<typeof TileParam>;
export const BundleParam = z.object({ '*': z.string().max(120) });
export type BundleName = z.output<typeof BundleParam>;
