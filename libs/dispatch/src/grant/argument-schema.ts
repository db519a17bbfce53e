/** The part of JSON Schema that bounds arguments. There is no `pattern`: hostile text must not meet a slow expression. */
type Scalar = string | number | boolean | null;

export interface ArgumentSchema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null' | undefined;
  readonly enum?: readonly Scalar[] | undefined;
  readonly const?: Scalar | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** UTF-16 code units. */
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: ArgumentSchema | undefined;
  /** Schemas of the first items, in order; `items` is for those after them. */
  readonly prefixItems?: readonly ArgumentSchema[] | undefined;
  readonly properties?: Readonly<Record<string, ArgumentSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: false | undefined;
}

const KEYWORDS: Readonly<Record<keyof ArgumentSchema, true>> = {
  type: true,
  enum: true,
  const: true,
  minimum: true,
  maximum: true,
  minLength: true,
  maxLength: true,
  minItems: true,
  maxItems: true,
  items: true,
  prefixItems: true,
  properties: true,
  required: true,
  additionalProperties: true,
};
const MAX_DEPTH = 16;

/** A keyword that would be passed over, or null: a bound that is not understood must not be taken for one that holds. */
export function unknownKeyword(schema: ArgumentSchema, depth = 0): string | null {
  if (depth > MAX_DEPTH) return `nesting deeper than ${MAX_DEPTH}`;
  const odd = Object.keys(schema).find((key) => !Object.hasOwn(KEYWORDS, key));
  if (odd !== undefined) return odd;
  const inner = [schema.items, ...(schema.prefixItems ?? []), ...Object.values(schema.properties ?? {})];
  for (const one of inner) {
    const found = one === undefined ? null : unknownKeyword(one, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Where the value breaks the schema, in words; null where it does not. */
export function breach(schema: ArgumentSchema, value: unknown, at = 'arguments'): string | null {
  if (schema.type !== undefined && !isOfType(schema.type, value)) return `${at} must be of type ${schema.type}`;
  if (schema.const !== undefined && value !== schema.const) return `${at} must be ${JSON.stringify(schema.const)}`;
  if (schema.enum !== undefined && !schema.enum.includes(value as Scalar)) return `${at} is not one of those allowed`;
  if (typeof value === 'number') return outside(value, schema.minimum, schema.maximum, at);
  if (typeof value === 'string') return outside(value.length, schema.minLength, schema.maxLength, `length of ${at}`);
  if (Array.isArray(value)) return arrayBreach(schema, value, at);
  return typeof value === 'object' && value !== null
    ? objectBreach(schema, value as Readonly<Record<string, unknown>>, at)
    : null;
}

function arrayBreach(schema: ArgumentSchema, value: readonly unknown[], at: string): string | null {
  const { items, prefixItems = [], minItems, maxItems } = schema;
  const size = outside(value.length, minItems, maxItems, `number of ${at}`);
  if (size !== null) return size;
  for (const [i, item] of value.entries()) {
    const own = prefixItems[i] ?? items;
    const found = own === undefined ? null : breach(own, item, `${at}[${i}]`);
    if (found !== null) return found;
  }
  return null;
}

function objectBreach(schema: ArgumentSchema, value: Readonly<Record<string, unknown>>, at: string): string | null {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.find((key) => !Object.hasOwn(value, key) || value[key] === undefined);
  if (missing !== undefined) return `${at}.${missing} is missing`;
  for (const [key, item] of Object.entries(value)) {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (own === undefined && additionalProperties === false) return `${at} holds a field that is not allowed`;
    const found = own === undefined ? null : breach(own, item, `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

function outside(value: number, least = -Infinity, most = Infinity, what: string): string | null {
  return value >= least && value <= most ? null : `${what} is ${value}, outside of what is allowed`;
}

function isOfType(type: NonNullable<ArgumentSchema['type']>, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type;
  }
}
