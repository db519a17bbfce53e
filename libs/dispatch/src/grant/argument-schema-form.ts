/** The form of a bounding schema, as it comes from outside. */
import { z } from 'zod';

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
export type ArgumentSchema = z.output<typeof ArgumentSchema>;
