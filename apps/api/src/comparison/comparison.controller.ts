import { Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { untilSent, whileAwaited } from '../evidence/while-awaited.ts';
import { Route } from '../route/route.decorator.ts';
import { CompareQuery, type Pair } from '../wire/query.ts';
import { Comparison } from '../wire/run.ts';
import { ComparisonService } from './comparison.service.ts';

@Controller('api/v1/compare')
export class ComparisonController {
  private readonly comparisons: ComparisonService;
  constructor(comparisons: ComparisonService) {
    this.comparisons = comparisons;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Two runs side by side',
    answers: { 200: Comparison },
    problems: ['run_unknown', 'run_pruned', 'too_long_to_compare', 'too_many_questions'],
  })
  compareRuns(
    @Caller() auth: Auth,
    @Query({ schema: CompareQuery }) pair: Pair,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.comparisons.compare(auth, pair, { signal: whileAwaited(reply), sent: untilSent(reply) });
  }
}
