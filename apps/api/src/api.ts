import 'reflect-metadata';
import cookie from '@fastify/cookie';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { DynamicModule } from '@nestjs/common';
import { apiModule } from './api.module.ts';
import { Authenticator } from './auth/authenticator.ts';
import { MAX_BODY_BYTES, readJsonBodies } from './body/json-body.ts';
import { readLongBodiesOfKnownSenders } from './body/known-senders.ts';
import type { Config } from './config/config.ts';
import { loggerOf } from './config/logger.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { operatorModule } from './operator/operator.module.ts';
import { answerBadAddress, answerNoRequest } from './problem/before-any-route.ts';
import { codeOf } from './problem/code-of.ts';
import { refuseUnreadableAddresses } from './route/readable-address.ts';
import { secureHeaders } from './route/secure-headers.ts';
import { leaving } from './runtime/leaving.ts';
import { lettingGo } from './runtime/let-go.ts';
import { nestApplication } from './runtime/nest-application.ts';
import type { HostTools } from './remotes/host-tools.ts';
import { openRuntime, type Runtime } from './runtime/runtime.ts';

/** The API while it serves. */
export interface Api {
  /** e.g. `http://127.0.0.1:4400`, with the port it really has. */
  readonly url: string;
  /** Where the operator's listener is; null without one. */
  readonly operatorUrl: string | null;
  /** Ends event streams, lets requests finish, closes connections. */
  close(): Promise<void>;
}

/** The port could not be had. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: 'port_in_use' | 'listen_failed';
  constructor(code: ListenError['code'], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Migrates, connects and listens. Throws ListenError, or what the database says. */
export async function createApi(
  config: Config,
  log: Logger = loggerOf(config, 'api'),
  hostTools?: HostTools,
): Promise<Api> {
  const runtime = await openRuntime(config, log, 'runseal-api', hostTools);
  const served: Served[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(served.map((each) => each.leave(config.drainMs)));
    for (const each of served.toReversed()) await each.close();
    await runtime.close();
  };
  try {
    const api = await serve(apiModule(runtime), config, served, metricsOf(runtime));
    const operator = config.operator === null ? null : await serve(operatorModule(runtime), config.operator, served);
    log.info({ url: api, operator }, 'api ready');
    return { url: api, operatorUrl: operator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Metrics are on the API's listener only, and only for whoever has the token. */
function metricsOf({ sql, config: { metricsToken: token } }: Runtime): ((server: FastifyInstance) => void) | undefined {
  return token === null ? undefined : (server) => serveMetrics(server, { sql, token });
}

interface Served {
  /** Not ready from now on; resolves when the time is over. */
  leave(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Builds an application and listens; answers its address. What it has opened is in `served`, also when it fails. */
async function serve(
  module: DynamicModule,
  place: Place,
  served: Served[],
  metrics?: (server: FastifyInstance) => void,
): Promise<string> {
  const app = await nestApplication(module, adapter());
  const connections = lettingGo(app.getHttpServer());
  const server = app.getHttpAdapter().getInstance();
  const left = leaving(server);
  served.push({
    leave: (ms) => left.begin(ms),
    async close() {
      const leaving = connections.begin();
      try {
        await app.close();
      } finally {
        leaving.done();
      }
    },
  });
  metrics?.(server);
  readJsonBodies(server);
  readLongBodiesOfKnownSenders(server, app.get(Authenticator, { strict: false }));
  secureHeaders(server);
  refuseUnreadableAddresses(server);
  // The plugin is typed for the plain server; Nest's instance is one.
  await app.register(cookie as never);
  await listen(app, place);
  return app.getUrl();
}

type Place = Pick<Config, 'host' | 'port'>;

/** Requests without end are cut; an address in the path is bounded; a slow sender gets half a minute. */
const adapter = (): FastifyAdapter =>
  new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerNoRequest,
  });

async function listen(app: NestFastifyApplication, { host, port }: Place): Promise<void> {
  try {
    await app.listen(port, host);
  } catch (error) {
    const inUse = codeOf(error) === 'EADDRINUSE';
    const where = `${host}:${port}`;
    throw inUse
      ? new ListenError(
          'port_in_use',
          `Port ${where} is in use. Stop what uses it, or choose another one (RUNSEAL_PORT, --operator-addr).`,
          error,
        )
      : new ListenError(
          'listen_failed',
          `The API cannot listen on ${where}. Check RUNSEAL_HOST and RUNSEAL_PORT.`,
          error,
        );
  }
}
