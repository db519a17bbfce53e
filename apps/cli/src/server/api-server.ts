import type { RunsealClient } from '@runseal/api/client';
import type { Report } from '@runseal/spine';
import { serverProblem, unreachable } from './problem.ts';
import { sessionsServer } from './sessions-server.ts';
import { watchEvents } from './watch-events.ts';
import { CliError } from '../errors.ts';
import type { EventView, Server } from './server.ts';

/** What every call of the typed client answers. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The API, spoken to through its typed client. */
export function openServer(client: RunsealClient, baseUrl: string): Server {
  const answered = async <Data>(answer: Promise<Answer<Data>>): Promise<Answer<Data>> => {
    const all = await answer.catch((cause: unknown) => {
      throw unreachable(baseUrl, cause);
    });
    if (!all.response.ok) throw serverProblem(all.response.status, all.error, baseUrl);
    return all;
  };
  const ask = async <Data>(answer: Promise<Answer<Data>>): Promise<Data> => {
    const { data, error, response } = await answered(answer);
    if (data === undefined) throw serverProblem(response.status, error, baseUrl);
    return data;
  };
  // The client gives no data for a body that says it is empty: a run whose content was erased has such a one.
  const askBody = async <Data>(answer: Promise<Answer<Data>>): Promise<Data | null> =>
    (await answered(answer)).data ?? null;
  const path = (run: string) => ({ path: { run } });

  return {
    sessions: sessionsServer(client, ask),
    submit: (goal, key) =>
      ask(client.POST('/api/v1/goals', { body: goal, params: { header: { 'Idempotency-Key': key } } })),
    runs: (query) => ask(client.GET('/api/v1/runs', { params: { query } })),
    run: (run) => ask(client.GET('/api/v1/runs/{run}', { params: path(run) })),
    // The wire's codes are plain text; a report's codes are the same registered words.
    report: async (run) => (await ask(client.GET('/api/v1/runs/{run}/verification', { params: path(run) }))) as Report,
    gaps: async (run) => {
      const gaps: EventView[] = [];
      for (let after = 0, more = true; more;) {
        const page = await ask(
          client.GET('/api/v1/runs/{run}/events', { params: { ...path(run), query: { after, limit: 1000 } } }),
        );
        gaps.push(...page.items.filter((event) => event.type === 'provenance.gap'));
        after = page.items.at(-1)?.seq ?? after;
        more = page.items.length > 0 && after < page.size;
      }
      return gaps;
    },
    watch: (run, start, signal, hear) => {
      const open = async (after: number) => {
        const params = { ...path(run), header: { 'Last-Event-ID': String(after) } };
        return ask(client.GET('/api/v1/runs/{run}/events/stream', { params, parseAs: 'stream', signal }));
      };
      return watchEvents(start, signal, open, hear);
    },
    halt: (run, reason) => ask(client.POST('/api/v1/runs/{run}/halt', { params: path(run), body: { reason } })),
    halts: async () => (await ask(client.GET('/api/v1/halt'))).items,
    placeHalt: (scope, reason) => ask(client.POST('/api/v1/halt', { body: { scope, reason } })),
    liftHalt: (scope) => ask(client.DELETE('/api/v1/halt', { params: { query: { scope } } })),
    pools: async () => (await ask(client.GET('/api/v1/pools'))).items,
    setPool: (body) => ask(client.POST('/api/v1/pools', { body })),
    approvals: (query) => ask(client.GET('/api/v1/approvals', { params: { query: { limit: 200, ...query } } })),
    exportRuns: (query) =>
      download(baseUrl, () => askBody(client.GET('/api/v1/runs/export', { params: { query }, parseAs: 'stream' }))),
    exportApprovals: (query) =>
      download(baseUrl, () =>
        askBody(client.GET('/api/v1/approvals/export', { params: { query }, parseAs: 'stream' })),
      ),
    exportEntries: (query) =>
      download(baseUrl, () =>
        askBody(client.GET('/api/v1/ledger/entries/export', { params: { query }, parseAs: 'stream' })),
      ),
    approval: (approval) => ask(client.GET('/api/v1/approvals/{approval}', { params: { path: { approval } } })),
    decide: (approval, body) =>
      ask(client.POST('/api/v1/approvals/{approval}/decision', { params: { path: { approval } }, body })),
    record: (run) =>
      download(baseUrl, () => ask(client.GET('/api/v1/runs/{run}/record', { params: path(run), parseAs: 'stream' }))),
    slice: async (run, events) => {
      const params = { params: { ...path(run), query: { events } }, parseAs: 'arrayBuffer' } as const;
      return new Uint8Array(await ask(client.GET('/api/v1/runs/{run}/slice', params)));
    },
    leaves: (run) =>
      download(baseUrl, () => ask(client.GET('/api/v1/runs/{run}/leaves', { params: path(run), parseAs: 'stream' }))),
    contents: (run) =>
      download(baseUrl, () =>
        askBody(client.GET('/api/v1/runs/{run}/contents', { params: path(run), parseAs: 'stream' })),
      ),
    receipt: (run) => ask(client.GET('/api/v1/runs/{run}/receipt', { params: path(run), parseAs: 'text' })),
    timeToken: async (run) => {
      try {
        const params = { params: path(run), parseAs: 'arrayBuffer' } as const;
        return new Uint8Array(await ask(client.GET('/api/v1/runs/{run}/time-token', params)));
      } catch (cause) {
        if (cause instanceof CliError && cause.code === 'time_token_none') return null;
        throw cause;
      }
    },
    ledger: () => ask(client.GET('/api/v1/ledger')),
    entries: (query) => ask(client.GET('/api/v1/ledger/entries', { params: { query } })),
    checkpoint: () => ask(client.GET('/api/v1/ledger/checkpoint', { parseAs: 'text' })),
    tile: async (path) => {
      const [level = '', ...rest] = path.split('/');
      const params = { params: { path: { level, path: rest.join('/') } }, parseAs: 'arrayBuffer' } as const;
      return new Uint8Array(await ask(client.GET('/api/v1/ledger/tile/{level}/{path}', params)));
    },
    consistency: async (from, to) =>
      (await ask(client.GET('/api/v1/ledger/consistency', { params: { query: { from, to } } }))).proof,
    erasures: async (run) => (await ask(client.GET('/api/v1/runs/{run}/erasures', { params: path(run) }))).items,
    ask: (run, q) => ask(client.GET('/api/v1/runs/{run}/ask', { params: { ...path(run), query: { q } } })),
    erase: (run, body) => ask(client.POST('/api/v1/runs/{run}/erasures', { params: path(run), body })),
    about: async (subject) => (await ask(client.GET('/api/v1/subjects', { params: { query: { subject } } }))).items,
    tag: (run, body) => ask(client.POST('/api/v1/runs/{run}/subjects', { params: path(run), body })),
    holds: (run) => ask(client.GET('/api/v1/runs/{run}/hold', { params: path(run) })),
    placeHold: (run, reason) => ask(client.POST('/api/v1/runs/{run}/hold', { params: path(run), body: { reason } })),
    liftHold: (run, reason) =>
      ask(client.POST('/api/v1/runs/{run}/hold/lift', { params: path(run), body: { reason } })),
    prune: (run) => ask(client.GET('/api/v1/runs/{run}/prune', { params: path(run) })),
    requestPrune: (run, body) => ask(client.POST('/api/v1/runs/{run}/prune', { params: path(run), body })),
    confirmPrune: (run) => ask(client.POST('/api/v1/runs/{run}/prune/confirm', { params: path(run) })),
    retentions: async () => (await ask(client.GET('/api/v1/retention'))).items,
    previewRetention: (query) => ask(client.GET('/api/v1/retention/preview', { params: { query } })),
    setRetention: async (body) => (await ask(client.POST('/api/v1/retention', { body }))).items,
    audit: (run) => ask(client.GET('/api/v1/runs/{run}/audit', { params: path(run) })),
    whoami: () => ask(client.GET('/api/v1/session')),
    keys: async () => (await ask(client.GET('/api/v1/keys'))).items,
    markKey: (key, body) => ask(client.POST('/api/v1/keys/{key}/mark', { params: { path: { key } }, body })),
    workspaceGrant: (workspace) =>
      ask(client.GET('/api/v1/workspaces/{workspace}/grant', { params: { path: { workspace } } })),
    setWorkspaceGrant: (workspace, grant) =>
      ask(client.POST('/api/v1/workspaces/{workspace}/grant', { params: { path: { workspace } }, body: { grant } })),
    harnesses: async () => (await ask(client.GET('/api/v1/harnesses'))).items,
    compare: (left, right) => ask(client.GET('/api/v1/compare', { params: { query: { left, right } } })),
  };
}

/** The body of a download, asked for when it is read; a connection that breaks in the middle is an error, never a short file. */
async function* download(
  baseUrl: string,
  request: () => Promise<ReadableStream<Uint8Array> | null>,
): AsyncIterable<Uint8Array> {
  const body = await request();
  if (body === null) return;
  try {
    for await (const chunk of body) yield chunk;
  } catch (cause) {
    throw cause instanceof CliError ? cause : unreachable(baseUrl, cause);
  }
}
