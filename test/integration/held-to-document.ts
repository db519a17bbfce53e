/** Holds what the API and the operator's listener answer against what their OpenAPI documents say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

/** The API's document, or that of the operator's listener. */
type Name = 'openapi.json' | 'operator-openapi.json';

const documents = { 'openapi.json': read('openapi.json'), 'operator-openapi.json': read('operator-openapi.json') };

function read(name: Name) {
  const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../apps/api', name), 'utf8')) as Document;
  // Fixed paths come before those with a place in them, as in the router.
  const routes = Object.entries(document.paths)
    .map(([path, methods]) => ({ pattern: patternOf(path), places: path.split('{').length, methods }))
    .sort((a, b) => a.places - b.places);
  return { document, routes };
}

/** Headers that any answer may have. Everything else is the route's own, and stands in the document. */
const ANYWHERE = new Set([
  ...['cache-control', 'content-security-policy', 'cross-origin-resource-policy', 'referrer-policy'],
  ...['x-content-type-options', 'x-frame-options', 'content-type', 'content-length', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'date', 'x-accel-buffering'],
]);

/** Answers the answer, which is as the document says. Throws an Error that says what is not. A stream is not read. */
export async function heldToDocument(
  method: string,
  path: string,
  response: Response,
  name: Name = 'openapi.json',
): Promise<Response> {
  const { document } = documents[name];
  const operation = operationAt(name, method, path);
  if (operation === null) return response;
  const where = `${method} ${path} (${operation.operationId}) ${response.status}`;
  const answer = answerOf(document, operation, response.status);
  if (answer === null) throw new Error(`${where}: the document has no such status`);
  const headers = new Set([...ANYWHERE, ...Object.keys(answer.headers ?? {}).map((name) => name.toLowerCase())]);
  for (const name of response.headers.keys())
    if (!headers.has(name)) throw new Error(`${where}: the document has no header ${name}`);
  const media = (response.headers.get('content-type') ?? '').split(';', 1)[0]!;
  if (media === '' && answer.content === undefined) return response;
  const schema = answer.content?.[media]?.schema;
  if (schema === undefined) throw new Error(`${where}: the document has no answer of the type "${media}"`);
  if (method === 'HEAD' || !/^application\/(.+\+)?json$/.test(media)) return response;
  const body: unknown = await response.clone().json();
  holdBody(where, document, schema, body);
  if (!response.ok) holdCode(where, answer, body as { readonly code: string });
  return response;
}

function answerOf(document: Document, { responses }: Operation, status: number): Answer | null {
  const found = responses[String(status)];
  if (found === undefined) return null;
  return '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1)!]! : found;
}

/** The codes of a problem stand in the description of its status. */
function holdCode(where: string, { description }: Answer, { code }: { readonly code: string }): void {
  if (!description.split(/[ ,.:]+/).includes(code)) throw new Error(`${where}: the document has no code ${code}`);
}

function operationAt(name: Name, method: string, path: string): Operation | null {
  const bare = path.split('?', 1)[0]!;
  const { routes } = documents[name];
  const found = routes.find(({ pattern, methods }) => pattern.test(bare) && methods[lower(method)] !== undefined);
  return found?.methods[lower(method)] ?? null;
}

const lower = (method: string): string => (method === 'HEAD' ? 'get' : method.toLowerCase());

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join(path.includes('/tile/') ? '.+' : '[^/]+')}$`);
}

const validators = new Map<JsonSchema, z.ZodType>();

function holdBody(where: string, document: Document, schema: JsonSchema, body: unknown): void {
  const validator = validators.get(schema) ?? validatorOf(document, schema);
  validators.set(schema, validator);
  const read = validator.safeParse(body);
  if (!read.success) throw new Error(`${where}: ${z.prettifyError(read.error)}`);
}

/** A client must not break on a field it does not know, but the document is to name each there is. */
function validatorOf(document: Document, schema: JsonSchema): z.ZodType {
  const whole = closed({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/')) as never);
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const open = inner['type'] === 'object' && inner['properties'] !== undefined;
  return open ? { additionalProperties: false, ...inner } : inner;
}
