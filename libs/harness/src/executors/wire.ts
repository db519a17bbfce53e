/** The protocol of host tool executors, version 1: one JSON object a line over a unix socket (docs/host-tools.md). */
import { ArgumentSchema } from '@runseal/dispatch';
import { z } from 'zod';

export const EXECUTOR_PROTOCOL = 1;

const Message = z.string().max(4096);

/** One action that is carried out by the executor. */
export const HostToolSpec = z
  .strictObject({
    /** The action of the grant. */
    name: z.string().regex(/^[a-z][a-z0-9_]{0,47}$/, 'must be lower case, a-z, 0-9 and _, at most 48 characters'),
    description: z.string().min(1).max(2000),
    arguments: ArgumentSchema,
    read_only: z.boolean(),
    /** Arguments whose values are names (of a ticket, a host, a customer's number): they stay in the record whatever is erased. */
    names: z.array(z.string().max(256)).max(8).default([]),
    /** Of executors of before, which meant a note for people by it. Read, and no longer recorded. */
    scope: z.string().max(256).optional(),
  })
  .refine(({ names, arguments: { properties = {} } }) => names.every((name) => Object.hasOwn(properties, name)), {
    path: ['names'],
    error: 'must be properties of the arguments',
  });
export type HostToolSpec = z.output<typeof HostToolSpec>;

const Failed = z.strictObject({ type: z.literal('error'), message: Message });

/** The answer to `describe`. */
export const Described = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('tools'),
    protocol: z.literal(EXECUTOR_PROTOCOL),
    tools: z
      .array(HostToolSpec)
      .max(128)
      .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'must not name a tool twice'),
  }),
  Failed,
]);

/** The answer to `call`. */
export const Result = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), text: z.string().max(1_500_000), failed: z.boolean() }),
  Failed,
]);

/** What we say. */
export type ToExecutor =
  | { readonly type: 'describe'; readonly protocol: number; readonly harness: string }
  | {
      readonly type: 'call';
      readonly protocol: number;
      readonly harness: string;
      readonly name: string;
      readonly arguments: unknown;
      /** `<run>/<call>`: the same for the same call, whatever happens in between. */
      readonly idempotency_key: string;
      /** Who agreed to this very call; empty where nobody had to. */
      readonly approved_by: readonly { readonly principal: string; readonly reason: string }[];
    }
  | { readonly type: 'cancel'; readonly reason: string };
