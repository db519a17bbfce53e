import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import {
  ForkDone,
  ForkRequest,
  SessionCreated,
  SessionPage,
  SessionParam,
  SessionReason,
  SessionRequest,
  SessionsQuery,
  SessionView,
  type SessionName,
  type SessionsFilter,
} from '../wire/sessions.ts';
import { ForkService } from './fork.service.ts';
import { SessionLifeService } from './session-life.service.ts';
import { SessionsService } from './sessions.service.ts';

@Controller('api/v1/sessions')
export class SessionsController {
  private readonly sessions: SessionsService;
  private readonly life: SessionLifeService;
  private readonly forks: ForkService;
  constructor(sessions: SessionsService, life: SessionLifeService, forks: ForkService) {
    this.sessions = sessions;
    this.life = life;
    this.forks = forks;
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Make a session: a run of many turns; with inputs its first turn begins at once',
    body: SessionRequest,
    answers: { 201: SessionCreated },
    sets: { Location: 'Where the session is.' },
    problems: [
      'workspace_denied',
      'halt_stands',
      'queue_full',
      'session_exists',
      'harness_unknown',
      'session_unsupported',
      'placement_refused',
      'harness_changed',
      'harness_not_ready',
      'harness_unreachable',
      'protocol_violation',
      'model_required',
      'model_endpoint_missing',
      'pool_unknown',
      'grant_invalid',
      'scope_unsupported',
      'containment_unavailable',
      'action_unknown',
      'input_unsupported',
    ],
  })
  async createSession(
    @Caller() auth: Auth,
    @Body({ schema: SessionRequest }) request: SessionRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const created = await this.sessions.create(auth, request);
    void reply.header('location', `/api/v1/sessions/${created.session.session}`);
    return created;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'List sessions, newest first, by keyset pages; project matches exactly',
    answers: { 200: SessionPage },
    problems: ['cursor_invalid'],
  })
  listSessions(@Caller() auth: Auth, @Query({ schema: SessionsQuery }) filter: SessionsFilter) {
    return this.sessions.list(auth, filter);
  }

  @Route({
    method: 'GET',
    path: ':session',
    does: 'Show one session',
    answers: { 200: SessionView },
    problems: ['session_unknown', 'session_ambiguous'],
  })
  getSession(@Caller() auth: Auth, @Param({ schema: SessionParam }) { session }: SessionName) {
    return this.sessions.show(auth, session);
  }

  @Route({
    method: 'POST',
    path: ':session/fork',
    does: 'Make sessions that share its events up to a seq, and commit to them in their first event',
    body: ForkRequest,
    answers: { 201: ForkDone },
    problems: [
      'session_unknown',
      'session_ambiguous',
      'event_unknown',
      'session_exists',
      'fork_unsafe',
      'placement_refused',
      'harness_unknown',
      'harness_unreachable',
      'protocol_violation',
      'halt_stands',
    ],
  })
  forkSession(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: ForkRequest }) request: ForkRequest,
  ) {
    return this.forks.fork(auth, session, request);
  }

  @Route({
    method: 'POST',
    path: ':session/suspend',
    does: 'Take no more turns until it is resumed',
    body: SessionReason,
    answers: { 200: SessionView },
    problems: ['session_unknown', 'session_ambiguous', 'session_busy', 'session_sealed'],
  })
  suspendSession(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: SessionReason }) reason: SessionReason,
  ) {
    return this.life.suspend(auth, session, reason);
  }

  @Route({
    method: 'POST',
    path: ':session/resume',
    does: 'Take turns again',
    body: SessionReason,
    answers: { 200: SessionView },
    problems: ['session_unknown', 'session_ambiguous', 'session_busy', 'session_sealed'],
  })
  resumeSession(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: SessionReason }) reason: SessionReason,
  ) {
    return this.life.resume(auth, session, reason);
  }

  @Route({
    method: 'POST',
    path: ':session/close',
    does: 'End the session: its record is sealed like that of any run',
    body: SessionReason,
    answers: { 200: SessionView },
    problems: ['session_unknown', 'session_ambiguous', 'session_busy'],
  })
  sealSession(
    @Caller() auth: Auth,
    @Param({ schema: SessionParam }) { session }: SessionName,
    @Body({ schema: SessionReason }) reason: SessionReason,
  ) {
    return this.life.close(auth, session, reason);
  }

  @Route({
    method: 'DELETE',
    path: ':session',
    does: 'Seal the record and take the session out of lists; the record stays',
    answers: { 200: SessionView },
    problems: ['session_unknown', 'session_ambiguous', 'session_busy'],
  })
  deleteSession(@Caller() auth: Auth, @Param({ schema: SessionParam }) { session }: SessionName) {
    return this.life.remove(auth, session, 'deleted');
  }
}
