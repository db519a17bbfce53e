/** Writes openapi.json, the operator's, and the client's types. `npm run openapi -w apps/api`. */
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import type { OpenAPIObject } from '@nestjs/swagger';
import { emitOpenApi, emitOperatorOpenApi } from './emit.ts';

const document = await emitOpenApi();
const at = written('openapi.json', document);
written('operator-openapi.json', await emitOperatorOpenApi());
const types = astToString(
  await openapiTS(JSON.parse(readFileSync(at, 'utf8')) as OpenAPI3, { defaultNonNullable: false }),
);
writeFileSync(
  new URL('../../src/client/schema.ts', import.meta.url),
  `/* Generated from openapi.json by npm run openapi -w apps/api. */\n${types}`,
);
process.stdout.write(
  `openapi.json, operator-openapi.json and src/client/schema.ts written: ${Object.keys(document.paths).length} paths\n`,
);

function written(name: string, content: OpenAPIObject): URL {
  const file = new URL(`../../${name}`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}
