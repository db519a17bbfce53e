import { Controller } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Route } from '../route/route.decorator.ts';

/** The committed document: a test keeps it equal to what the code emits. */
const committed = JSON.parse(readFileSync(new URL('../../operator-openapi.json', import.meta.url), 'utf8')) as object;

@Controller('operator/v1/openapi.json')
export class OperatorDocumentController {
  @Route({
    method: 'GET',
    path: '',
    does: 'This document',
    answers: { 200: z.record(z.string(), z.unknown()) },
  })
  showOperatorOpenApi() {
    return committed;
  }
}
