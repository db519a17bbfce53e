import { Inject, Injectable } from '@nestjs/common';
import { decodeEvent, forkPointOf, type ForkPoint } from '@runseal/spine';
import { openLifecycle, type Lifecycle, type SpineStore, type Sql, type StoredEvent } from '@runseal/spine/postgres';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { SQL, STORE } from '../config/tokens.ts';
import { lastSeen } from '../events/last-seen.ts';
import type { SseConnection } from '../events/sse-connection.ts';
import { SseStreams, wantsStream } from '../events/sse-streams.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import { keptRun } from '../records/kept-run.ts';
import { requireKept } from '../records/records.service.ts';
import type { ReplayRange } from '../wire/sessions.ts';
import { SessionsRepository } from './sessions.repository.ts';
import { visibleSession } from './visible-session.ts';

/** How the client wants it, and where it goes. */
interface Asking {
  readonly accept: string | undefined;
  readonly last: string | undefined;
  readonly reply: FastifyReply;
}

/** Events `from` to `to` of one run, both included. */
interface Piece {
  readonly run: string;
  readonly from: number;
  readonly to: number;
}

/** Telling a session again from its record. Nothing is driven, no model is asked, and the same range gives the same bytes. */
@Injectable()
export class ReplayService {
  private readonly sessions: SessionsRepository;
  private readonly store: SpineStore;
  private readonly streams: SseStreams;
  private readonly runs: RunsRepository;
  private readonly lifecycle: Lifecycle;
  constructor(
    sessions: SessionsRepository,
    @Inject(STORE) store: SpineStore,
    streams: SseStreams,
    runs: RunsRepository,
    @Inject(SQL) sql: Sql,
  ) {
    this.lifecycle = openLifecycle(sql);
    this.sessions = sessions;
    this.runs = runs;
    this.store = store;
    this.streams = streams;
  }

  async replay(auth: Auth, session: string, range: ReplayRange, { accept, last, reply }: Asking): Promise<void> {
    const pieces = await this.piecesOf(auth, session, range);
    if (!wantsStream(accept)) {
      void reply.type('application/jsonl').send(Readable.from(this.lines(pieces)));
      return;
    }
    const seen = lastSeen({ last }, linesOf(pieces));
    const { run } = pieces.at(-1)!;
    await this.streams.serve(auth, reply, () =>
      Promise.resolve({
        tell: (connection) => this.tell(pieces, seen, connection),
        allowed: (reader) => keptRun(this.runs, this.lifecycle, reader, run),
      }),
    );
  }

  /** Where the session stands is fixed here, so that a turn under way does not make the answer longer than was asked for. */
  private async piecesOf(auth: Auth, session: string, range: ReplayRange): Promise<readonly Piece[]> {
    const { run } = await visibleSession(this.sessions, auth, session);
    const { size } = await this.store.head(run);
    const { from, to } = range;
    if (from > size || to > size || (to !== 0 && to < from))
      throw new ProblemError(
        400,
        'range_invalid',
        `The session has events 1 to ${size}; from and to must be within them.`,
      );
    const own = { run, from, to: to === 0 ? size : to };
    await requireKept(this.lifecycle, run);
    if (range.inherited !== 'true') return [own];
    const shared = await this.ancestry(run);
    for (const point of shared) await requireKept(this.lifecycle, point.run);
    return [...shared.map((point) => ({ run: point.run, from: 1, to: point.size })), own];
  }

  /** The very lines of the other form, each with its number, so that whoever comes back gets exactly the rest. */
  private async tell(pieces: readonly Piece[], seen: number, connection: SseConnection): Promise<void> {
    let id = seen;
    for await (const line of this.lines(without(pieces, seen))) {
      if (connection.signal.aborted) return;
      id += 1;
      await connection.send({ id, data: line.trimEnd() });
    }
    await connection.send({ event: 'end', data: JSON.stringify({ lines: id }) });
  }

  private async *lines(pieces: readonly Piece[]): AsyncGenerator<string> {
    for (const { run, from, to } of pieces)
      for await (const event of this.store.scan(run, { after: from - 1, upTo: to })) yield lineOf(run, event);
  }

  /** The prefixes shared with parents, the oldest first; each ends where the next one was forked from it. */
  private async ancestry(run: string): Promise<readonly ForkPoint[]> {
    const points: ForkPoint[] = [];
    for (let at: string | null = run; at !== null;) {
      const [opened] = await this.store.events(at, { after: 0, limit: 1 });
      const point: ForkPoint | null = opened === undefined ? null : forkPointOf(decodeEvent(opened.canonical).payload);
      if (point !== null) points.unshift(point);
      at = point?.run ?? null;
    }
    return points;
  }
}

const linesOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** What is left of the pieces after their first `count` events. */
function without(pieces: readonly Piece[], count: number): readonly Piece[] {
  const left: Piece[] = [];
  let toDrop = count;
  for (const piece of pieces) {
    const size = piece.to - piece.from + 1;
    if (toDrop < size) left.push({ ...piece, from: piece.from + toDrop });
    toDrop = Math.max(0, toDrop - size);
  }
  return left;
}

const lineOf = (run: string, { seq, type, canonical }: StoredEvent): string =>
  `${JSON.stringify({ run, seq, type, canonical: Buffer.from(canonical).toString('base64') })}\n`;
