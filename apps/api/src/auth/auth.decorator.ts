import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Auth } from './auth.ts';

/** Set by the guard; absent on public routes. */
export interface Authenticated {
  auth?: Auth;
}

/** The caller, in a controller's parameter list. */
export const Caller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Auth | undefined =>
    context.switchToHttp().getRequest<FastifyRequest & Authenticated>().auth,
);
