import { Controller, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { RunParam, type RunName } from '../wire/query.ts';
import { TimeService } from './time.service.ts';

@Controller('api/v1/runs/:run/time-token')
export class TimeController {
  private readonly time: TimeService;
  constructor(time: TimeService) {
    this.time = time;
  }

  @Route({
    method: 'GET',
    path: '',
    does: "Time token over the run's seal, RUN.tst (RFC 3161)",
    answers: {
      200: {
        media: 'application/timestamp-token',
        says: 'TimeStampToken, DER: its imprint is the SHA-256 of the checkpoint.',
      },
    },
    problems: ['run_unknown', 'not_sealed', 'time_token_none'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  readTimeToken(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.time.token(auth, run, reply);
  }
}
