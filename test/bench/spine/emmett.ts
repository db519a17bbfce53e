/** Another event store on Postgres, installed for this benchmark alone. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { EventDraft } from '@runseal/spine';

export interface Emmett {
  append(stream: string, drafts: readonly EventDraft[]): Promise<unknown>;
  close(): Promise<unknown>;
}

interface EventStore {
  appendToStream(stream: string, events: readonly object[]): Promise<unknown>;
  close(): Promise<unknown>;
}

const FOLDER = join(import.meta.dirname, '..', 'emmett');

/** Null, with the reason on stderr, when it cannot be had (no network, say). */
export async function openEmmett(url: string): Promise<Emmett | null> {
  try {
    if (!existsSync(join(FOLDER, 'node_modules')))
      await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
    const entry = createRequire(join(FOLDER, 'package.json')).resolve('@event-driven-io/emmett-postgresql');
    const { getPostgreSQLEventStore } = (await import(pathToFileURL(entry).href)) as {
      getPostgreSQLEventStore: (url: string) => EventStore;
    };
    const store = getPostgreSQLEventStore(url);
    return {
      append: (stream, drafts) =>
        store.appendToStream(
          stream,
          drafts.map(({ type, payload }) => ({ type, data: JSON.parse(JSON.stringify(payload, asText)) as object })),
        ),
      close: () => store.close(),
    };
  } catch (cause) {
    process.stderr.write(`!! emmett-postgresql could not be had, so its rows are missing: ${String(cause)}\n`);
    return null;
  }
}

/** It stores JSON: bytes as hex. */
function asText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}
