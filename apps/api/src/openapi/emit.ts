import type { DynamicModule } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { apiModule } from '../api.module.ts';
import { operatorModule } from '../operator/operator.module.ts';
import { nestApplication } from '../runtime/nest-application.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openApiDocument, type About } from './document.ts';

/** In preview nothing is constructed, so nothing of the runtime is touched: the routes are all there is to read. */
const NOTHING = {} as Runtime;

const PROBLEMS = 'Errors are RFC 9457 problem details with a stable code.';

/** The document of the API without starting anything: no database, no port. */
export const emitOpenApi = (): Promise<OpenAPIObject> =>
  emitted(apiModule(NOTHING), {
    title: 'Runseal',
    description: `Runs AI agents and keeps a record that an outsider can verify. ${PROBLEMS}`,
    // The problem, and an event of a stream.
    also: ['Problem', 'EventView'],
  });

/** The document of the operator's listener, which is never part of the API. */
export const emitOperatorOpenApi = (): Promise<OpenAPIObject> =>
  emitted(operatorModule(NOTHING), {
    title: "Runseal: the operator's listener",
    description: `Which remote harnesses there are. It listens on a literal loopback address of its own (--operator-addr) and asks for a principal who may see every workspace. ${PROBLEMS}`,
    also: ['Problem'],
  });

async function emitted(module: DynamicModule, about: About): Promise<OpenAPIObject> {
  const app = await nestApplication(module, new FastifyAdapter(), { preview: true });
  return openApiDocument(app, about);
}
