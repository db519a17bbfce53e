import { Controller, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { whileAwaited } from '../evidence/while-awaited.ts';
import { Route } from '../route/route.decorator.ts';
import { ContentParam, RunParam, type ContentName, type RunName } from '../wire/query.ts';
import { SliceQuery, type SliceAsked } from '../wire/slice.ts';
import { Report } from '../wire/run.ts';
import { RecordsService } from './records.service.ts';
import { SlicesService } from './slices.service.ts';
import { VerificationService } from './verification.service.ts';

@Controller('api/v1/runs/:run')
export class RecordsController {
  private readonly records: RecordsService;
  private readonly slices: SlicesService;
  private readonly verifications: VerificationService;
  constructor(records: RecordsService, slices: SlicesService, verifications: VerificationService) {
    this.records = records;
    this.slices = slices;
    this.verifications = verifications;
  }

  @Route({
    method: 'GET',
    path: 'record',
    does: 'The sealed record, RUN.provetrail',
    answers: { 200: { media: 'application/cbor', says: 'Provetrail record: exact event bytes and checkpoint.' } },
    problems: ['run_unknown', 'not_sealed', 'run_pruned'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportRecord(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.records.record(auth, run, reply);
  }

  @Route({
    method: 'GET',
    path: 'slice',
    does: 'Some events of the sealed run with proof of their places under the signed root, RUN.slice',
    answers: {
      200: { media: 'application/cbor', says: 'Slice: {format, size, indexes, events, hashes, checkpoint}.' },
    },
    problems: ['run_unknown', 'not_sealed', 'run_pruned', 'seqs_invalid', 'event_unknown'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportSlice(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Query({ schema: SliceQuery }) { events }: SliceAsked,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.slices.slice(auth, run, events, reply);
  }

  @Route({
    method: 'GET',
    path: 'leaves',
    does: 'Leaf hash of every event: a hint to place blame, never authority',
    answers: { 200: { media: 'text/plain', says: 'One leaf hash a line, 64 hex digits, in seq order.' } },
    problems: ['run_unknown', 'run_pruned'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportLeaves(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.records.leaves(auth, run, reply);
  }

  @Route({
    method: 'GET',
    path: 'contents',
    does: 'All content of the run that still exists, with its salts',
    answers: {
      200: { media: 'application/jsonl', says: 'One {commitment, salt, bytes, media} a line: hex, hex, base64, text.' },
    },
    problems: ['run_unknown', 'run_pruned'],
    sets: { 'Content-Disposition': 'The name of the file.' },
  })
  exportContents(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.records.contents(auth, run, reply);
  }

  @Route({
    method: 'GET',
    path: 'content/:commitment',
    does: 'One content by its commitment',
    answers: {
      200: {
        media: 'application/octet-stream',
        says: 'The bytes; X-Content-Media names what they are, X-Content-Salt the salt (hex).',
      },
    },
    problems: ['run_unknown', 'run_pruned', 'content_unknown', 'content_erased'],
    sets: {
      'Content-Disposition': 'The name of the file.',
      'X-Content-Media': 'What the bytes are, as the record says.',
      'X-Content-Salt': 'The salt of the commitment, hex.',
    },
  })
  readContent(
    @Caller() auth: Auth,
    @Param({ schema: ContentParam }) name: ContentName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.records.content(auth, name, reply);
  }

  @Route({
    method: 'GET',
    path: 'verification',
    does: "The server's own report over the bytes it exports; verify elsewhere to trust nobody",
    answers: { 200: Report },
    problems: ['run_unknown', 'not_sealed', 'run_pruned', 'too_many_questions'],
  })
  verifyRun(
    @Caller() auth: Auth,
    @Param({ schema: RunParam }) { run }: RunName,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.verifications.verify(auth, run, whileAwaited(reply));
  }
}
