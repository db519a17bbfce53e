import { z } from 'zod';
import { plainText } from './text.ts';

export const ActionName = z.string().regex(/^[a-z][a-z0-9_]{0,47}$/);
const Bound = z.int().min(0).max(1_000_000);
const Scalar = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);

/**
 * The part of JSON Schema that bounds arguments. There is no `pattern`: a slow one, met by hostile arguments, would stop
 * the worker. A keyword that is not here is refused, never passed over.
 */
export const ArgumentSchema = z
  .strictObject({
    type: z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']).optional(),
    enum: z.array(Scalar).min(1).max(256).optional(),
    const: Scalar.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: Bound.optional(),
    maxLength: Bound.optional(),
    minItems: Bound.optional(),
    maxItems: Bound.optional(),
    required: z.array(z.string().max(256)).max(64).optional(),
    additionalProperties: z.literal(false).optional(),
    get items() {
      return ArgumentSchema.optional();
    },
    get prefixItems() {
      return z.array(ArgumentSchema).max(64).optional();
    },
    get properties() {
      return z.record(z.string().max(256), ArgumentSchema).optional();
    },
  })
  .describe('A subset of JSON Schema that the arguments must satisfy.');

export const Trust = z
  .enum(['trusted', 'semi_trusted', 'untrusted'])
  .describe('How far the program is trusted: it needs no containment, kernel or microvm, and at least the floor.');

export const ScopedAction = z
  .strictObject({
    action: ActionName,
    paths: z
      .array(plainText(1, 1024))
      .min(1)
      .max(64)
      .optional()
      .describe('Globs over paths from the workspace down: * within a name, ** over folders.'),
    hosts: z
      .array(z.string().regex(/^\.?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/))
      .min(1)
      .max(64)
      .optional()
      .describe('Host names; a leading dot means every host below.'),
    arguments: ArgumentSchema.optional(),
    trust: Trust.optional(),
  })
  .describe('An action within bounds. Every bound given must hold.');

export const GrantEntry = z.union([ActionName, ScopedAction]);
export type GrantEntry = z.output<typeof GrantEntry>;

/** The name of what an entry grants. */
export const actionOf = (entry: GrantEntry): string => (typeof entry === 'string' ? entry : entry.action);
