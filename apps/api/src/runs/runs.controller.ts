import { Body, Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { RunParam, RunsExportQuery, RunsQuery, type RunName, type RunsExport, type RunsFilter } from '../wire/query.ts';
import { HaltRequest, Mix, RunDetail, RunPage, Seal, type Halt } from '../wire/run.ts';
import { RunsExportService } from './runs-export.service.ts';
import { RunsService } from './runs.service.ts';
import { RunEndingService } from './run-ending.service.ts';

@Controller('api/v1/runs')
export class RunsController {
  private readonly runs: RunsService;
  private readonly endings: RunEndingService;
  private readonly exports: RunsExportService;
  constructor(runs: RunsService, endings: RunEndingService, exports: RunsExportService) {
    this.exports = exports;
    this.runs = runs;
    this.endings = endings;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'List runs, newest first, by keyset pages',
    answers: { 200: RunPage },
    problems: ['cursor_invalid'],
  })
  listRuns(@Caller() auth: Auth, @Query({ schema: RunsQuery }) filter: RunsFilter) {
    return this.runs.list(auth, filter);
  }

  @Route({
    method: 'GET',
    path: 'export',
    does: 'The runs that a filter shows, as a file',
    answers: {
      200: {
        media: ['text/csv', 'application/jsonl'],
        says: 'CSV (RFC 4180), or one RunSummary a line where format is jsonl.',
      },
    },
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportRuns(
    @Caller() auth: Auth,
    @Query({ schema: RunsExportQuery }) asked: RunsExport,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.exports.export(auth, asked, reply);
  }

  @Route({ method: 'GET', path: ':run', does: 'Show one run', answers: { 200: RunDetail }, problems: ['run_unknown'] })
  showRun(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.runs.show(auth, run);
  }

  @Route({
    method: 'GET',
    path: ':run/mix',
    does: 'Counts of events by tier and type',
    answers: { 200: Mix },
    problems: ['run_unknown'],
  })
  showMix(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.runs.mix(auth, run);
  }

  @Route({
    method: 'POST',
    path: ':run/halt',
    does: 'Halt a run: no further dispatch, programs killed, record sealed',
    body: HaltRequest,
    answers: { 200: RunDetail },
    problems: ['run_unknown', 'run_ended'],
  })
  haltRun(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Body({ schema: HaltRequest }) halt: Halt,
  ) {
    return this.endings.halt(auth, run, halt);
  }

  @Route({
    method: 'POST',
    path: ':run/seal',
    does: 'Seal a run that ended unsealed; a sealed run answers the seal it has',
    answers: { 200: Seal },
    problems: ['run_unknown', 'run_active'],
  })
  sealRun(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.endings.seal(auth, run);
  }
}
