import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { ApiBody, ApiDefaultResponse, ApiHeader, ApiOperation, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import type { z } from 'zod';

/** Marks the few routes that answer without a key. Everything else is refused by the guard. */
export const PUBLIC = 'runseal:public';

/** What a route answers when all is well: JSON after a wire schema, or bytes of a media type. */
export type Answer = z.ZodType | { readonly media: string; readonly says: string };

export interface RouteOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Relative to the controller. */
  readonly path: string;
  readonly does: string;
  /** By status; the first one is what the route answers unless it says otherwise. */
  readonly answers: Readonly<Record<number, Answer | null>>;
  /** Problem codes a client should expect beside the ones any route may answer. */
  readonly problems?: readonly string[];
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
    ApiOperation({ summary: options.does, ...describeProblems(options.problems) }),
    ...(options.access === 'public' ? [] : [ApiSecurity('key'), ApiSecurity('session')]),
    ...(options.body === undefined ? [] : [ApiBody({ standardSchema: options.body, required: true } as never)]),
    ...Object.entries(options.headers ?? {}).map(([name, description]) =>
      ApiHeader({ name, description, required: false, schema: { type: 'string', maxLength: 200 } }),
    ),
    ...statuses.map((status) => answer(status, options.answers[status] ?? null)),
    ApiDefaultResponse({
      description: 'A problem, with a stable code.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
  );
}

function answer(status: number, of: Answer | null): MethodDecorator {
  if (of === null) return ApiResponse({ status, description: 'Done.' });
  if ('media' in of)
    return ApiResponse({
      status,
      description: of.says,
      content: { [of.media]: { schema: { type: 'string', contentMediaType: of.media } } },
    } as never);
  return ApiResponse({ status, description: 'OK', standardSchema: of });
}

const describeProblems = (codes: readonly string[] | undefined) =>
  codes === undefined ? {} : { description: `Problem codes: ${codes.join(', ')}.` };
