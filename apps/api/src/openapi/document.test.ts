import { readFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { z } from 'zod';
import { NAMED } from '../wire/names.ts';
import { emitOpenApi, emitOperatorOpenApi } from './emit.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test.each([
  ['openapi.json', emitOpenApi],
  ['operator-openapi.json', emitOperatorOpenApi],
])('the committed %s is what the code emits; if not, run npm run openapi -w apps/api', async (name, emit) => {
  const emitted: unknown = JSON.parse(JSON.stringify(await emit()));
  expect(JSON.parse(read(`../../${name}`))).toEqual(emitted);
});

interface Said {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Said>>;
}

test('what the code says of a field stands in the document, which is all that a stranger has', () => {
  const { schemas } = (JSON.parse(read('../../openapi.json')) as { components: { schemas: Record<string, Said> } })
    .components;
  const described = Object.entries(NAMED).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject && schemas[name] !== undefined
      ? Object.entries(schema.shape).flatMap(([field, of]) => {
          const said = z.globalRegistry.get(of as z.ZodType)?.description;
          return said === undefined ? [] : [{ name, field, said }];
        })
      : [],
  );
  expect(described.length).toBeGreaterThan(80);
  for (const { name, field, said } of described) {
    const property = schemas[name]!.properties![field]!;
    const named = schemas[property.$ref?.split('/').at(-1) ?? ''];
    expect([name, field, property.description ?? named?.description]).toEqual([name, field, said]);
  }
});

test('the two documents share no route', () => {
  const [api, operator] = ['openapi.json', 'operator-openapi.json'].map((name) =>
    Object.keys((JSON.parse(read(`../../${name}`)) as { paths: object }).paths),
  );
  expect(operator!.length).toBeGreaterThan(3);
  expect(operator!.every((path) => path.startsWith('/operator/v1/'))).toBe(true);
  expect(api!.some((path) => path.startsWith('/operator'))).toBe(false);
});

test('the types of the client are those of the document', async () => {
  const types = astToString(
    await openapiTS(JSON.parse(read('../../openapi.json')) as OpenAPI3, { defaultNonNullable: false }),
  );
  expect(read('../client/schema.ts')).toContain(types.trim());
});
