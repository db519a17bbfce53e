import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { fromHex, toHex, type Content } from '@runseal/spine';
import { openLifecycle, readLeaves, type Lifecycle, type SpineStore, type Sql } from '@runseal/spine/postgres';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { visibleRun } from '../runs/visible-run.ts';
import type { ContentName } from '../wire/query.ts';

/** Exports. Everything is streamed: no record is held in memory. */
@Injectable()
export class RecordsService {
  private readonly runs: RunsRepository;
  private readonly store: SpineStore;
  private readonly sql: Sql;
  private readonly lifecycle: Lifecycle;
  constructor(runs: RunsRepository, @Inject(STORE) store: SpineStore, @Inject(SQL) sql: Sql) {
    this.runs = runs;
    this.store = store;
    this.sql = sql;
    this.lifecycle = openLifecycle(sql);
  }

  async record(auth: Auth, run: string, reply: FastifyReply): Promise<StreamableFile> {
    await visibleRun(this.runs, auth, run);
    await requireSeal(this.store, run);
    await requireKept(this.lifecycle, run);
    return download(reply, this.store.record(run), 'application/cbor', `${run}.provetrail`);
  }

  async leaves(auth: Auth, run: string, reply: FastifyReply): Promise<StreamableFile> {
    await visibleRun(this.runs, auth, run);
    await requireKept(this.lifecycle, run);
    return download(reply, hexLines(readLeaves(this.sql, run)), 'text/plain; charset=utf-8', `${run}.leaves.txt`);
  }

  async contents(auth: Auth, run: string, reply: FastifyReply): Promise<StreamableFile> {
    await visibleRun(this.runs, auth, run);
    await requireKept(this.lifecycle, run);
    return download(reply, this.contentLines(run), 'application/jsonl', `${run}.content.jsonl`);
  }

  async content(auth: Auth, { run, commitment }: ContentName, reply: FastifyReply): Promise<Buffer> {
    await visibleRun(this.runs, auth, run);
    const { content, erased } = await this.store.content(run, fromHex(commitment));
    if (erased) throw await this.goneBecause(run, commitment);
    await requireKept(this.lifecycle, run);
    if (content === null)
      throw new ProblemError(404, 'content_unknown', 'The run has no content under this commitment.');
    // The bytes come from tools and models: never let a browser take them for a page.
    void reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${commitment.slice(0, 16)}.bin"`)
      .header('x-content-media', content.ref.media.replaceAll(/[^\x20-\x7e]/g, '?'))
      .header('x-content-salt', toHex(content.salt));
    return Buffer.from(content.bytes);
  }

  /** A file that a removal cut short would be a shorter list of contents: its download breaks off. */
  private async *contentLines(run: string): AsyncIterable<string> {
    yield* contentLines(this.store.contents(run));
    await requireKept(this.lifecycle, run);
  }

  private async goneBecause(run: string, commitment: string): Promise<ProblemError> {
    const gone = (await this.lifecycle.tombstones(run)).find((one) => toHex(one.commitment) === commitment);
    const who =
      gone === undefined ? '' : ` by ${gone.by} on ${gone.at.toISOString()}: ${gone.reason} (${gone.legalBasis})`;
    return new ProblemError(410, 'content_erased', `This content was erased${who}. The record still verifies.`);
  }
}

/** Throws ProblemError 409 `not_sealed`. */
export async function requireSeal(store: SpineStore, run: string): Promise<void> {
  if ((await store.head(run)).state !== 'sealed')
    throw new ProblemError(409, 'not_sealed', 'The run is not sealed yet. Follow its events until the stream ends.');
}

/** Throws ProblemError 410 `run_pruned`. */
export async function requireKept(lifecycle: Lifecycle, run: string): Promise<void> {
  const prune = await lifecycle.prune(run);
  if (prune?.confirmedBy != null)
    throw new ProblemError(410, 'run_pruned', `This run was removed for ever: ${prune.reason} (${prune.legalBasis}).`);
}

function download(
  reply: FastifyReply,
  parts: AsyncIterable<Uint8Array | string>,
  type: string,
  name: string,
): StreamableFile {
  void reply.header('content-disposition', `attachment; filename="${name}"`);
  return new StreamableFile(Readable.from(parts, { objectMode: false }), { type });
}

/** Bytes of a piece of text, about: fewer and larger ones are cheaper on their way. */
const PIECE_BYTES = 64 * 1024;

async function* contentLines(contents: AsyncIterable<Content>): AsyncIterable<string> {
  let waiting = '';
  for await (const { ref, salt, bytes } of contents) {
    // Put together here, for it may be large, and base64 has nothing that JSON would have to escape.
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
    const media = JSON.stringify(ref.media);
    waiting += `{"commitment":"${toHex(ref.commitment)}","salt":"${toHex(salt)}","bytes":"${base64}","media":${media}}\n`;
    if (waiting.length < PIECE_BYTES) continue;
    yield waiting;
    waiting = '';
  }
  if (waiting !== '') yield waiting;
}

async function* hexLines(hashes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  for await (const piece of hashes) yield toHex(piece).replaceAll(/.{64}/g, '$&\n');
}
