/** The remote harness protocol, version 1: one JSON object a line, both ways (docs/remote-harness.md). */
import { z } from 'zod';

export const PROTOCOL = 1;
/** Longest line either side may send. Bytes. */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;

const Name = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const Id = z.string().min(1).max(200);
const Count = z.int().min(0);
const Text = z.string().max(1_000_000);

const PartOut = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: Text }),
  z.strictObject({
    type: z.literal('file'),
    name: z.string().max(512),
    media: z.string().max(200),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  z.strictObject({ type: z.literal('data'), media: z.string().max(200), base64: z.base64().max(1_500_000) }),
  z.strictObject({ type: z.literal('reasoning'), opaque: Text }),
]);

/** Who runs a tool. There is no default: a tool that does not say is refused. */
export const Mediation = z.enum(['in_harness_reported', 'controller_mediated', 'requires_approval']);
export type Mediation = z.output<typeof Mediation>;

export const Descriptor = z.strictObject({
  type: z.literal('descriptor'),
  protocol: z.literal(PROTOCOL),
  /** What the harness calls itself. */
  id: z.string().min(1).max(128),
  version: z.string().min(1).max(64),
  models: z.array(z.string().min(1).max(128)).max(64),
  tools: z
    .array(z.strictObject({ name: Name, mediation: Mediation }))
    .max(128)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'must not name a tool twice'),
  capabilities: z.strictObject({
    resumability: z.enum(['stateless_replay', 'requires_memory_snapshot']),
    fork_safe: z.boolean(),
    streaming: z.boolean(),
    reasoning_replay: z.boolean(),
  }),
});
export type Descriptor = z.output<typeof Descriptor>;

/** What a harness may say between `start` and its one `end`. */
export const FromHarness = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('model_call'), id: Id, request: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    type: z.literal('tool_call'),
    id: Id,
    name: z.string().min(1).max(200),
    arguments: z.unknown(),
    idempotency_key: Id.optional(),
  }),
  z.strictObject({
    type: z.literal('tool_report'),
    name: z.string().min(1).max(200),
    arguments: z.unknown().optional(),
    result: z.unknown().optional(),
    failed: z.boolean().optional(),
  }),
  z.strictObject({ type: z.literal('output'), parts: z.array(PartOut).max(256) }),
  /** For whoever watches; never recorded. */
  z.strictObject({ type: z.literal('delta'), text: Text }),
  z.strictObject({ type: z.literal('usage'), input_tokens: Count, output_tokens: Count }),
  z.strictObject({ type: z.literal('error'), message: z.string().max(4096) }),
  z.strictObject({
    type: z.literal('end'),
    status: z.enum(['completed', 'failed']),
    error: z.string().max(4096).optional(),
  }),
]);
export type FromHarness = z.output<typeof FromHarness>;

/** Receipts are the host's: a harness that sends one is lying or broken. */
export const RECEIPTS: ReadonlySet<unknown> = new Set([
  'tool_result',
  'model_result',
  'approval',
  'approval_result',
  'receipt',
]);

/** What we say. */
export type ToHarness =
  | { readonly type: 'describe'; readonly protocol: number; readonly token?: string }
  | { readonly type: 'start'; readonly protocol: number; readonly token?: string; readonly turn: StartOfTurn }
  | { readonly type: 'cancel'; readonly reason: string }
  | { readonly type: 'approval'; readonly id: string; readonly decision: 'approved' | 'denied' }
  | {
      readonly type: 'tool_result';
      readonly id: string;
      readonly ok: boolean;
      readonly text: string;
      /** Stable code when not ok. */
      readonly code: string | null;
    }
  | {
      readonly type: 'model_result';
      readonly id: string;
      /** The provider's answer, byte for byte, as text; null when it did not answer. */
      readonly body: string | null;
      readonly error: { readonly code: string; readonly message: string } | null;
    };

export interface StartOfTurn {
  readonly session: string;
  readonly turn: number;
  readonly model: string | null;
  /** Base64, byte for byte as it was given with the turn; null for none. */
  readonly config: string | null;
  readonly guidance: string | null;
  readonly inputs: readonly unknown[];
  readonly history: readonly unknown[];
  readonly identity: { readonly principal: string; readonly workspace: string };
  /** Events of the session before this turn. */
  readonly resume_from_seq: number;
  /** True when the turn is driven again: what it asks for is answered from the record as far as that goes. */
  readonly redrive: boolean;
}
