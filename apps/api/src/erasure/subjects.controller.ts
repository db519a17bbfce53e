import { Controller, Query } from '@nestjs/common';
import type { Auth } from '../auth/auth.ts';
import { Caller } from '../auth/auth.decorator.ts';
import { Route } from '../route/route.decorator.ts';
import { SubjectQuery, SubjectRuns, type SubjectAsked } from '../wire/erasure.ts';
import { ErasureService } from './erasure.service.ts';

@Controller('api/v1/subjects')
export class SubjectsController {
  private readonly erasures: ErasureService;
  constructor(erasures: ErasureService) {
    this.erasures = erasures;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'Runs with content that is tagged as being about a subject, at most 1,000',
    answers: { 200: SubjectRuns },
  })
  listSubjectRuns(@Caller() auth: Auth, @Query({ schema: SubjectQuery }) { subject }: SubjectAsked) {
    return this.erasures.about(auth, subject);
  }
}
