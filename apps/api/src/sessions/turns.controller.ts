import { Body, Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { StreamQuery, type StreamStart } from '../wire/query.ts';
import {
  ExecRequest,
  ReplayQuery,
  SessionParam,
  SessionReason,
  SessionView,
  TurnAccepted,
  TurnList,
  TurnParam,
  type ReplayRange,
  type SessionName,
  type TurnName,
} from '../wire/sessions.ts';
import { ReplayService } from './replay.service.ts';
import { TurnStreamService } from './turn-stream.service.ts';
import { TurnsService } from './turns.service.ts';

const TURN_STREAM = {
  media: 'text/event-stream',
  says: 'event: session, {session, turn}; event: message, one EventView each, its seq as id; event: delta, {turn, after, from, text} that is shown as it comes and is not on the record: said after that event, behind so many UTF-16 units since; event: end, the TurnView; event: problem, where the reader may not read on.',
} as const;

/** What is said in a session, and what was. */
@Controller('api/v1/sessions/:session')
export class TurnsController {
  private readonly turns: TurnsService;
  private readonly streams: TurnStreamService;
  private readonly replays: ReplayService;
  constructor(turns: TurnsService, streams: TurnStreamService, replays: ReplayService) {
    this.turns = turns;
    this.streams = streams;
    this.replays = replays;
  }

  @Route({
    method: 'GET',
    path: 'turns',
    does: 'What was said in each turn, and what came of it',
    answers: { 200: TurnList },
    problems: ['session_unknown', 'session_ambiguous'],
  })
  listTurns(@Caller() auth: Auth, @Param({ schema: SessionParam }) { session }: SessionName) {
    return this.turns.list(auth, session);
  }

  @Route({
    method: 'GET',
    path: 'turns/:turn/stream',
    does: 'The events of one turn as they happen, to its end (SSE); goes on after the last seq seen',
    headers: { 'Last-Event-ID': 'Last seq already seen; resumes after it.' },
    answers: { 200: TURN_STREAM },
    problems: ['session_unknown', 'session_ambiguous', 'run_pruned', 'turn_unknown', 'too_many_streams'],
  })
  streamTurn(
    @Caller() auth: Auth,
    @Param({ schema: TurnParam }) name: TurnName,
    @Query({ schema: StreamQuery }) start: StreamStart,
    @Headers('last-event-id') last: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.follow(auth, name, { ...start, last }, reply);
  }

  @Route({
    method: 'POST',
    path: 'exec',
    does: 'Begin a turn, or, without inputs, drive the unfinished one again; with Accept: text/event-stream the answer is the turn itself',
    body: ExecRequest,
    answers: { 202: TurnAccepted, 200: TURN_STREAM },
    problems: [
      'session_unknown',
      'session_ambiguous',
      'last_seq_mismatch',
      'session_busy',
      'session_suspended',
      'session_sealed',
      'session_halted',
      'turn_unfinished',
      'nothing_to_redrive',
      'input_unsupported',
      'halt_stands',
      'queue_full',
      'too_many_streams',
    ],
  })
  execTurn(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: ExecRequest }) request: ExecRequest,
    @Headers('accept') accept: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.exec(auth, session, request, { accept, reply });
  }

  @Route({
    method: 'POST',
    path: 'cancel',
    does: 'Stop the turn that is open; the session goes on',
    body: SessionReason,
    answers: { 202: SessionView },
    problems: ['session_unknown', 'session_ambiguous', 'turn_not_open'],
  })
  cancelTurn(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: SessionReason }) reason: SessionReason,
  ) {
    return this.turns.cancel(auth, session, reason);
  }

  @Route({
    method: 'GET',
    path: 'replay',
    does: 'The session again from its record, byte for byte; nothing is driven and no model is asked. Accept: text/event-stream tells it as a stream',
    headers: { 'Last-Event-ID': 'Of a stream: how many lines were seen already; resumes after them.' },
    answers: {
      200: {
        media: ['application/jsonl', 'text/event-stream'],
        says: 'One {run, seq, type, canonical} a line; canonical in base64. As a stream: event: message, one line each, its number as id; event: end, {lines}; event: problem, where the reader may not read on.',
      },
    },
    problems: ['session_unknown', 'session_ambiguous', 'run_pruned', 'range_invalid', 'too_many_streams'],
  })
  replaySession(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Query({ schema: ReplayQuery }) range: ReplayRange,
    @Headers('accept') accept: string | undefined,
    @Headers('last-event-id') last: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.replays.replay(auth, session, range, { accept, last, reply });
  }
}
