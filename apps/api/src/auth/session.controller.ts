import { Body, Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Route } from '../route/route.decorator.ts';
import { PrincipalView, SessionRequest, type Login } from '../wire/session.ts';
import type { Auth } from './auth.ts';
import { Caller } from './auth.decorator.ts';
import { SessionService } from './session.service.ts';

@Controller('api/v1/session')
export class SessionController {
  private readonly sessions: SessionService;
  constructor(sessions: SessionService) {
    this.sessions = sessions;
  }

  @Route({
    method: 'POST',
    path: '',
    does: 'Exchange an API key for a browser session (HttpOnly cookie)',
    access: 'public',
    body: SessionRequest,
    answers: { 200: PrincipalView },
    problems: ['key_invalid', 'rate_limited', 'store_unavailable'],
    sets: { 'Set-Cookie': 'The session.' },
  })
  openSession(
    @Body({ schema: SessionRequest }) login: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sessions.open(login, request, reply);
  }

  @Route({ method: 'GET', path: '', does: 'Who am I', answers: { 200: PrincipalView } })
  showSession(@Caller() auth: Auth) {
    return this.sessions.show(auth);
  }

  @Route({
    method: 'DELETE',
    path: '',
    does: 'End the browser session',
    answers: { 204: null },
    sets: { 'Set-Cookie': 'None any more.' },
  })
  closeSession(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.close(request, reply);
  }
}
