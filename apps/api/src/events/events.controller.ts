import { Controller, Headers, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { ProofView } from '../wire/proof.ts';
import { EventCounts, EventMarks, EventsQuery, MarksQuery, type EventsRange, type MarksAsked } from '../wire/event.ts';
import { EventParam, RunParam, StreamQuery, type EventName, type RunName, type StreamStart } from '../wire/query.ts';
import { EventPage } from '../wire/run.ts';
import { EventStreamService } from './event-stream.service.ts';
import { EventsService } from './events.service.ts';

@Controller('api/v1/runs/:run/events')
export class EventsController {
  private readonly events: EventsService;
  private readonly streams: EventStreamService;
  constructor(events: EventsService, streams: EventStreamService) {
    this.events = events;
    this.streams = streams;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Events with seq greater than after, in order; those of a tier, a type, a call or with words in them',
    answers: { 200: EventPage },
    problems: ['run_unknown', 'run_pruned', 'search_too_long'],
  })
  listEvents(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: EventsQuery }) range: EventsRange,
  ) {
    return this.events.list(auth, run, range);
  }

  @Route({
    method: 'GET',
    path: 'counts',
    does: 'How many events there are of each type, and how many calls',
    answers: { 200: EventCounts },
    problems: ['run_unknown', 'run_pruned'],
  })
  countEvents(@Caller() auth: Auth, @Param({ schema: RunParam }) { run }: RunName) {
    return this.events.counts(auth, run);
  }

  @Route({
    method: 'GET',
    path: 'marks',
    does: 'How many events match, and where each page of them begins',
    answers: { 200: EventMarks },
    problems: ['run_unknown', 'run_pruned', 'search_too_long'],
  })
  markEvents(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: MarksQuery }) asked: MarksAsked,
  ) {
    return this.events.marks(auth, run, asked);
  }

  @Route({
    method: 'GET',
    path: 'stream',
    does: 'Events as they happen (SSE): id is the seq, data an EventView; `end` after the seal',
    headers: { 'Last-Event-ID': 'Last seq already seen; resumes after it.' },
    answers: {
      200: {
        media: 'text/event-stream',
        says: 'event: message, one EventView each; event: delta, {turn, after, from, text} that a session shows as it comes and that is not on the record; event: end, {run, size, sealed}; event: problem, where the reader may not read on.',
      },
    },
    problems: ['run_unknown', 'run_pruned', 'too_many_streams'],
  })
  streamEvents(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: StreamQuery }) start: StreamStart,
    @Headers('last-event-id') last: string | undefined,
    @Res() reply: FastifyReply,
  ) {
    return this.streams.stream(auth, run, { ...start, last }, reply);
  }

  @Route({
    method: 'GET',
    path: ':seq/proof',
    does: 'Inclusion proof of one event of a sealed run',
    answers: { 200: ProofView },
    problems: ['run_unknown', 'not_sealed', 'run_pruned', 'event_unknown'],
  })
  proveEvent(@Caller() auth: Auth, @Param({ schema: EventParam }) name: EventName) {
    return this.events.proof(auth, name);
  }
}
