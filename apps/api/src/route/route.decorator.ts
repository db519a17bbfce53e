import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import {
  ApiBody,
  ApiDefaultResponse,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
} from '@nestjs/swagger';
import type { z } from 'zod';
import type { ProblemCode } from '../problem/codes.ts';

/** Marks the few routes that answer without a key. Everything else is refused by the guard. */
export const PUBLIC = 'runseal:public';

/** What a route answers when all is well: JSON after a wire schema, or bytes of one of some media types. */
export type Answer = z.ZodType | { readonly media: string | readonly string[]; readonly says: string };

/** A problem a route can answer; with its status where that is not the one the code has elsewhere. */
export type ToldProblem = ProblemCode | readonly [code: ProblemCode, status: number];

export interface RouteOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the controller. */
  readonly path: string;
  readonly does: string;
  /** By status; the first one is what the route answers unless it says otherwise. */
  readonly answers: Readonly<Record<number, Answer | null>>;
  /** Every problem the route can answer, beside the ones any route may answer. */
  readonly problems?: readonly ToldProblem[];
  /** Headers of the answer when all is well, beside the ones any answer has, and what they say. */
  readonly sets?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly headers?: Readonly<Record<string, string>>;
  readonly access?: 'key' | 'public';
}

/** The one decorator of a route: method, path, status, access and its page in the OpenAPI document. */
export function Route(options: RouteOptions): MethodDecorator {
  const statuses = Object.keys(options.answers).map(Number);
  return applyDecorators(
    RequestMapping({ method: RequestMethod[options.method], path: options.path }),
    HttpCode(statuses[0]!),
    SetMetadata(PUBLIC, options.access === 'public'),
    ApiOperation({ summary: options.does }),
    // For the document to put in their places.
    ApiExtension('x-runseal-problems', options.problems ?? []),
    ...(options.access === 'public' ? [] : [ApiSecurity('key'), ApiSecurity('session')]),
    ...(options.body === undefined ? [] : [ApiBody({ standardSchema: options.body, required: true } as never)]),
    ...Object.entries(options.headers ?? {}).map(([name, description]) =>
      ApiHeader({ name, description, required: false, schema: { type: 'string', maxLength: 200 } }),
    ),
    ...statuses.map((status) => answer(status, options.answers[status] ?? null, headersOf(options.sets))),
    ApiDefaultResponse({
      description: 'A problem, with a stable code.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
  );
}

type Headers = Record<string, { readonly description: string; readonly schema: { readonly type: 'string' } }>;

function answer(status: number, of: Answer | null, headers: { headers?: Headers }): MethodDecorator {
  if (of === null) return ApiResponse({ status, description: 'Done.', ...headers });
  if (!('media' in of)) return ApiResponse({ status, description: 'OK', standardSchema: of, ...headers });
  const medias = typeof of.media === 'string' ? [of.media] : of.media;
  const content = medias.map((media) => [media, { schema: { type: 'string', contentMediaType: media } }] as const);
  return ApiResponse({ status, description: of.says, content: Object.fromEntries(content), ...headers });
}

const headersOf = (sets: RouteOptions['sets']): { headers?: Headers } =>
  sets === undefined
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(sets).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
        ),
      };
