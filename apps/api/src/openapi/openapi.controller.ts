import { Controller } from '@nestjs/common';
import { z } from 'zod';
import { Route } from '../route/route.decorator.ts';
import { OpenApiService } from './openapi.service.ts';

@Controller('api/v1/openapi.json')
export class OpenApiController {
  private readonly openapi: OpenApiService;
  constructor(openapi: OpenApiService) {
    this.openapi = openapi;
  }

  @Route({
    method: 'GET',
    path: '',
    does: 'This document',
    answers: { 200: z.record(z.string(), z.unknown()) },
  })
  showOpenApi() {
    return this.openapi.document();
  }
}
