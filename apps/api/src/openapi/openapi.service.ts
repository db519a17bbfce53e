import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';

/** The committed document: a test keeps it equal to what the code emits. */
const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as object;

@Injectable()
export class OpenApiService {
  document(): object {
    return committed;
  }
}
