import { readFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { emitOpenApi, emitOperatorOpenApi } from './emit.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test.each([
  ['openapi.json', emitOpenApi],
  ['operator-openapi.json', emitOperatorOpenApi],
])('the committed %s is what the code emits; if not, run npm run openapi -w apps/api', async (name, emit) => {
  const emitted: unknown = JSON.parse(JSON.stringify(await emit()));
  expect(JSON.parse(read(`../../${name}`))).toEqual(emitted);
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
