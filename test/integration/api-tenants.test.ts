/** Every route of the document, asked about things of another workspace: each is answered as if they were not there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '@runseal/api';
import { gated, pendingOf } from './approvals-house.ts';
import { LETTER, openHouse, sealed, submit, until, type House } from './api-house.ts';

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } };
}
const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../apps/api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** About things that belong to no workspace, or to nobody yet. */
const COMMON =
  /^\/api\/v1\/(session$|ledger\/(tile|checkpoint|consistency)|harnesses|keys|openapi\.json)|^\/(health|ready)$/;
const NOBODY = '0198c0de-0000-7000-8000-000000000000';
const QUERIES: Readonly<Record<string, string>> = { q: 'tool:x called', events: '1' };

const routes = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => ({ method: method.toUpperCase(), path, of })),
  )
  .filter(({ path }) => !COMMON.test(path))
  .map((route) => ({ ...route, name: `${route.method} ${route.path}` }));

let house: House;
let theirs: Record<string, string>;
let stranger: string;
let nobody: string;

beforeAll(async () => {
  house = await openHouse();
  await house.worker();
  const workspace = 'team-a';
  const run = await submit(house, { objective: LETTER, workspace, grant: ['workspace_write', 'workspace_read'] });
  await until(house, run, sealed);
  const waiting = await submit(house, gated({}, { workspace, grant: ['workspace_write', 'workspace_list'] }));
  const { approval, argumentsCommitment } = await pendingOf(house, waiting);
  const opened = await house.ask('/api/v1/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workspace, harness: 'echo' }),
  });
  const { session } = (await opened.json()) as { session: { session: string } };
  theirs = { run, approval, session: session.session, workspace, commitment: argumentsCommitment };
  stranger = (await createKey(house.owner, 'Bea of another team', ['team-b'])).key;
  nobody = (await createKey(house.owner, 'Nobody', [])).key;
});
afterAll(() => house.close());

/** Something the schema takes, as little of it as may be. */
function least(schema: Schema, name = ''): unknown {
  if (schema.$ref !== undefined) return least(document.components.schemas[schema.$ref.split('/').at(-1)!]!, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return least(first, name);
  if (name === 'workspace') return theirs['workspace'];
  if (name === 'scope') return `workspace:${theirs['workspace']!}`;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((key) => [key, least(schema.properties![key]!, key)]));
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [least(schema.items!)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return /commitment/i.test(name) ? 'ab'.repeat(32) : 'x'.repeat(Math.max(1, schema.minLength ?? 1));
  }
}

/** What a route answers to this key about things, with their names taken out. */
async function ask(key: string, { method, path, of }: (typeof routes)[number], things: Record<string, string>) {
  const named = (text: string): string => Object.entries(things).reduce((all, [, id]) => all.replaceAll(id, '*'), text);
  const queries = (of.parameters ?? []).filter((each) => each.in === 'query' && each.required === true);
  const query = queries
    .map(({ name }) => `${name}=${encodeURIComponent(QUERIES[name] ?? `workspace:${things['workspace']!}`)}`)
    .join('&');
  const schema = of.requestBody?.content['application/json']?.schema;
  const extra = path.endsWith('/subjects') ? { seqs: [1] } : {};
  const body = schema === undefined ? undefined : JSON.stringify({ ...(least(schema) as object), ...extra });
  const response = await fetch(
    `${house.api.url}${path.replace(/\{(\w+)\}/g, (_, name: string) => things[name] ?? '1')}?${query}`,
    {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body.replaceAll(theirs['workspace']!, things['workspace']!) }),
    },
  );
  return { status: response.status, text: named(await response.text()) };
}

test.each(routes)('$name', async (route) => {
  const none = Object.fromEntries(Object.keys(theirs).map((name) => [name, NOBODY]));
  const gone = { ...theirs, ...none, workspace: 'team-z', commitment: 'cd'.repeat(32) };
  for (const key of [stranger, nobody]) {
    const answer = await ask(key, route, theirs);
    if (route.path.includes('{') || route.method !== 'GET') expect([403, 404]).toContain(answer.status);
    for (const id of ['run', 'approval', 'session', 'workspace']) expect(answer.text).not.toContain(theirs[id]);
    expect(await ask(key, route, gone)).toEqual(answer);
  }
});
