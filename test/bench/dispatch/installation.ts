/** An API in this process and a worker in one of its own, as a consumer meets them. */
import { configOf, createApi, createKey, type Api } from '@runseal/api';
import type { RunningPostgres } from '@runseal/infra/postgres';
import { connect, openStore, type SpineStore, type Sql } from '@runseal/spine/postgres';
import { runWorker, type Running } from '../../integration/api-process.ts';

export class Installation {
  readonly sql: Sql;
  readonly store: SpineStore;
  readonly dataDir: string;
  readonly worker: Running;
  readonly #api: Api;
  readonly #key: string;

  private constructor(of: { sql: Sql; dataDir: string; worker: Running; api: Api; key: string }) {
    this.sql = of.sql;
    this.store = openStore({ sql: of.sql });
    this.dataDir = of.dataDir;
    this.worker = of.worker;
    this.#api = of.api;
    this.#key = of.key;
  }

  static async open({ ownerUrl, serviceUrl }: RunningPostgres, dataDir: string): Promise<Installation> {
    const env = {
      DATABASE_URL: ownerUrl,
      RUNSEAL_SERVICE_DATABASE_URL: serviceUrl,
      RUNSEAL_DATA_DIR: dataDir,
      RUNSEAL_PORT: '0',
      RUNSEAL_LOG_LEVEL: 'fatal',
    };
    const sql = connect(ownerUrl, { max: 2 });
    const api = await createApi(configOf(env));
    const { key } = await createKey(sql, 'Bench');
    return new Installation({ sql, dataDir, api, key, worker: await runWorker({ env }) });
  }

  async ask<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${this.#api.url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const read = (await answer.json()) as T & { code?: string; detail?: string };
    if (!answer.ok) throw new Error(`${path}: ${read.code}: ${read.detail}`);
    return read;
  }

  async close(): Promise<void> {
    this.worker.child.kill('SIGTERM');
    await this.worker.exited;
    await this.#api.close();
    await this.sql.end();
  }
}
