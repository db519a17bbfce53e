import { Controller, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { Sums, SumsQuery, type SumsAsked } from '../wire/sums.ts';
import { SumsService } from './sums.service.ts';

@Controller('api/v1/sums')
export class SumsController {
  private readonly sums: SumsService;
  constructor(sums: SumsService) {
    this.sums = sums;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Sealed runs summed by day and by harness, and how many runs need eyes',
    answers: { 200: Sums },
  })
  showSums(@Caller() auth: Auth, @Query({ schema: SumsQuery }) asked: SumsAsked) {
    return this.sums.show(auth, asked);
  }
}
