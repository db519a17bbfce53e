import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { NAMED } from '../wire/names.ts';
import { VERSION } from '../config/version.ts';
import { problemsNamed } from './problems.ts';
import { toOpenApi } from './schema.ts';

/** What a document says of itself. */
export interface About {
  readonly title: string;
  readonly description: string;
  /** Named schemas that no route shows as a JSON body, and that belong to it all the same. */
  readonly also: readonly string[];
}

/** The OpenAPI 3.1 document of every route the application has. */
export function openApiDocument(app: INestApplication, { title, description, also }: About): OpenAPIObject {
  const base = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'Where this document came from.')
    .addSecurity('key', { type: 'http', scheme: 'bearer', description: 'An API key, rsk_….' })
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'runseal_session',
      description: 'A browser session, from POST /api/v1/session.',
    })
    .build();
  const document = SwaggerModule.createDocument(app, base, {
    standardSchemaConverter: (schema, { schemaType }) => toOpenApi(schema, schemaType),
    operationIdFactory: (_controller, method) => method,
    autoTagControllers: false,
  });
  const { paths, responses } = problemsNamed(wildcardsNamed(document.paths));
  const schemas = sorted({ ...named(also), ...document.components?.schemas });
  return {
    ...document,
    paths: openNamed(paths),
    components: { ...document.components, schemas, responses: responses as never },
  };
}

const named = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, toOpenApi(NAMED[name], 'output').components[name]!]));

/** The router calls the rest of a path `*`; the address in the document calls it `path`. */
const wildcardsNamed = (paths: OpenAPIObject['paths']): OpenAPIObject['paths'] =>
  JSON.parse(JSON.stringify(paths).replaceAll('"name":"*"', '"name":"path"')) as OpenAPIObject['paths'];

/** What needs no key says so, rather than nothing. */
const openNamed = (paths: OpenAPIObject['paths']): OpenAPIObject['paths'] => {
  for (const item of Object.values(paths))
    for (const operation of Object.values(item as Record<string, { security?: object[] }>)) operation.security ??= [];
  return paths;
};

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
