import { z } from 'zod';
import { NAMED } from '../wire/names.ts';

type JsonSchema = Record<string, unknown>;

const names = new Map<unknown, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

/**
 * JSON Schema of a wire schema for the OpenAPI document, named schemas as references.
 * `input` is what a client may send (defaults make a field optional), `output` what the server answers.
 */
export function toOpenApi(
  schema: unknown,
  direction: 'input' | 'output',
): { schema: JsonSchema; components: Record<string, JsonSchema> } {
  const registry = z.registry<{ id: string }>();
  const name = names.get(schema) ?? 'Inline';
  for (const [known, id] of names) if (known !== schema) registry.add(known as z.ZodType, { id });
  const root = z.toJSONSchema(schema as z.ZodType, {
    target: 'draft-2020-12',
    io: direction,
    metadata: registry,
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      // A client must not break when an answer grows a field.
      if (direction === 'output' && zodSchema._zod.def.type === 'object') delete jsonSchema.additionalProperties;
      // What is said of a field is kept in zod's own registry, not in this one.
      const { description } = z.globalRegistry.get(zodSchema) ?? {};
      if (description !== undefined) jsonSchema.description = description;
    },
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const { $defs = {}, $schema: _dialect, ...own } = root;
  if (name === 'Inline') return { schema: own, components: $defs };
  return { schema: { $ref: `#/components/schemas/${name}` }, components: { ...$defs, [name]: own } };
}
